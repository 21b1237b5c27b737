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
  ///   - rate, channels: what a track says of itself.
  ///   - overlap: the rate of the overlap.
  func isMet(rate: Int?, channels: Int?, at overlap: Int) -> Bool {
    switch self {
    case .anything: true
    case .fewChannels: channels.map { $0 <= 2 } ?? false
    case .same: channels == 2 && rate == overlap
    }
  }
}
