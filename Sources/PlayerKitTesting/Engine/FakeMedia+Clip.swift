import PlayerKit

extension FakeMedia {
  /// What a part of it plays like, as if that were all; `nil`: itself.
  ///
  /// A part that begins behind the end can't be opened. Where seeking is not possible, what comes
  /// before the part is skipped all the same, in no time.
  func clipped(to clip: Clip?) -> FakeMedia {
    guard let clip else { return self }
    var media = self
    if let duration, clip.start >= duration {
      let error = PlayerError(.invalidClip, "The clip begins behind the end of the fake media.")
      media.openingError = openingError ?? error
      return media
    }
    let end = [duration, clip.end].compactMap { $0 }.min()
    media.duration = end.map { $0 - clip.start }
    media.stalls =
      stalls
      .filter { $0.position >= clip.start }
      .map { Stall(at: $0.position - clip.start, for: $0.time) }
    media.failure = failure.flatMap { failure in
      let isReached = end.map { failure.position < $0 } ?? true
      let position = max(failure.position - clip.start, .zero)
      return isReached ? Failure(at: position, failure.error) : nil
    }
    return media
  }
}
