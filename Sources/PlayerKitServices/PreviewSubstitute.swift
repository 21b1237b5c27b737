/// Finds the preview of a recording in a service that the track is not of.
///
/// It gives the same recording's or none: a wrong song is worse than silence.
public protocol PreviewSubstitute: Sendable {
  /// The preview of the same recording; `nil` where there is none.
  ///
  /// - Throws: what the service's client throws, where it could not be asked.
  func preview(of recording: Recording) async throws -> MediaAddress?
}

extension RecordingMatcher {
  /// The preview of the candidate that is the same recording, of those that have one.
  public func preview<Candidate>(
    for wanted: Recording,
    among candidates: [Candidate],
    recording: (Candidate) -> Recording?,
    preview: (Candidate) -> MediaAddress?
  ) -> MediaAddress? {
    var best: (preview: MediaAddress, score: Double)?
    for candidate in candidates {
      guard let other = recording(candidate), let preview = preview(candidate) else { continue }
      let match = compare(other, with: wanted)
      if match.isAccepted, match.score > best?.score ?? -1 { best = (preview, match.score) }
    }
    return best?.preview
  }
}
