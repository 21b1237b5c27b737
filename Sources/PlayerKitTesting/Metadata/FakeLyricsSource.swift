import PlayerKit

/// Has the words of tracks as scripted, and none for a track that nobody scripted.
///
/// It answers at once, or late, as a ``FakeInspector`` does.
public final class FakeLyricsSource: LyricsSource {
  private let answers: FakeResponses<Lyrics>
  private let metadata = Recorded<TrackMetadata>()

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - lyrics: what it has, by the ids of tracks.
  ///   - lateness: how late it is; `nil`: not at all.
  ///   - clock: the clock that it is late on. Without one it is not late.
  public init(
    _ lyrics: [String: Lyrics] = [:],
    lateness: Lateness? = nil,
    clock: (any PlaybackClock)? = nil
  ) {
    answers = FakeResponses(lateness: lateness, clock: clock, salt: 4)
    for (id, lyrics) in lyrics { answers.set(.success(lyrics), for: id) }
  }

  /// The ids of the tracks whose words were asked for, in order.
  public var asked: Recorded<String> { answers.asked }

  /// What it was told of them.
  public var toldMetadata: [TrackMetadata] { metadata.elements }

  /// The ids of those whose question was cancelled, in order.
  public var cancelled: Recorded<String> { answers.cancelled }

  /// Scripts the words of a track.
  public func setLyrics(_ lyrics: Lyrics, for id: String) {
    answers.set(.success(lyrics), for: id)
  }

  /// Scripts a failure.
  public func setFailure(_ error: PlayerError, for id: String) {
    answers.set(.failure(error), for: id)
  }

  /// Has questions wait from now on, until ``release()`` or ``releaseAll()``.
  public func hold() { answers.hold() }

  /// Has the oldest question that waits be answered. Where none waits: no effect.
  public func release() { answers.release() }

  /// Has all questions be answered, also those to come.
  public func releaseAll() { answers.releaseAll() }

  /// As scripted.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    self.metadata.append(metadata)
    return try await answers.answer(track.id)
  }
}
