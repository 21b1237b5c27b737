/// Which tracks may be mixed so that their overlap plays without reopening the output.
enum OverlapDemand: Sendable, Equatable {
  /// Any, as everything is converted to the output's format.
  case anything
  /// At most two channels: an overlap is stereo and must not drop channels.
  case fewChannels
  /// Stereo at the overlap's rate, as the output has the track's own format.
  case same

  init(_ quality: MPVEngine.Quality) {
    switch quality {
    case .fixed: self = .anything
    case .device: self = .fewChannels
    case .source: self = .same
    }
  }

  /// - Parameters:
  ///   - format: the format that a track declares.
  ///   - rate: the sample rate of the overlap.
  func isMet(by format: EntryFormat, at rate: Int) -> Bool {
    switch self {
    case .anything: true
    case .fewChannels: format.channels.map { $0 <= 2 } ?? false
    case .same: format.rate == rate && format.channels == 2
    }
  }
}
