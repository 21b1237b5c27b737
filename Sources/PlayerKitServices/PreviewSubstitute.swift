/// Finds the preview of a recording at another service than the track's own.
///
/// Returns a preview of the same recording or none: a wrong song is worse than silence.
public protocol PreviewSubstitute: Sendable {
  /// Returns the preview of the same recording. `nil` if there is none.
  ///
  /// - Throws: The errors of the service's client if the service could not be asked.
  func preview(of recording: Recording) async throws -> StreamURL?
}

extension RecordingMatcher {
  /// Returns the preview of the best matching candidate among those that have one.
  public func preview<Candidate>(
    for wanted: Recording,
    among candidates: [Candidate],
    recording: (Candidate) -> Recording?,
    preview: (Candidate) -> StreamURL?
  ) -> StreamURL? {
    var best: (preview: StreamURL, score: Double)?
    for candidate in candidates {
      guard let other = recording(candidate), let preview = preview(candidate) else { continue }
      let match = compare(other, with: wanted)
      if match.isAccepted, match.score > best?.score ?? -1 { best = (preview, match.score) }
    }
    return best?.preview
  }
}
