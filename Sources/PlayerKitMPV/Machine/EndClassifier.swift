import PlayerKit

/// Determines how an entry ended, from what libmpv and our loader know.
enum EndClassifier {
  static func classify(
    _ end: MPVEvent.End,
    streamFailure: PlayerError?,
    truncation: PlayerError?
  ) -> EntryEnd {
    switch end {
    case .endOfFile:
      // libmpv treats bytes that stop arriving as the end.
      if let error = streamFailure ?? truncation { return .brokenOff(error) }
      return .played
    case .stopped, .quit:
      return .stopped
    case .redirected:
      return .failed(PlayerError(.blockedURL, "The media is a list that names other media."))
    case .failed(let failure):
      if failure.isOutputFailure {
        return .failed(PlayerError(.outputFailed, "The audio output could not be opened."))
      }
      return .failed(refusal(streamFailure: streamFailure))
    }
  }

  /// Returns the reason why libmpv could not open an entry.
  static func refusal(streamFailure: PlayerError?) -> PlayerError {
    streamFailure ?? PlayerError(.unsupportedFormat, "No audio was found in the media.")
  }
}
