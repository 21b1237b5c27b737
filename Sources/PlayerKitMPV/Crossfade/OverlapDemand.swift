/// Which tracks may be mixed, so that the overlap can stand between them without another output.
enum OverlapDemand: Sendable, Equatable {
  /// Everything becomes what the output has.
  case anything
  /// Their overlap is stereo, which is not to take channels away.
  case fewChannels
  /// The output has the track's own format: stereo at the overlap's rate.
  case same

  init(_ quality: MPVEngine.Quality) {
    switch quality {
    case .fixed: self = .anything
    case .device: self = .fewChannels
    case .source: self = .same
    }
  }

  /// - Parameters:
  ///   - format: what a track says of itself.
  ///   - rate: of the overlap.
  func isMet(by format: EntryFormat, at rate: Int) -> Bool {
    switch self {
    case .anything: true
    case .fewChannels: format.channels.map { $0 <= 2 } ?? false
    case .same: format.rate == rate && format.channels == 2
    }
  }
}
