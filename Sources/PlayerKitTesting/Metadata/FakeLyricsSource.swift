import PlayerKit

/// A fake source that returns scripted lyrics, and none for unscripted tracks.
///
/// It answers immediately or late, like ``FakeInspector``.
public final class FakeLyricsSource: LyricsSource {
  private let answers: FakeResponses<Lyrics>
  private let metadata = Recorded<TrackMetadata>()

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - lyrics: The lyrics, by track id.
  ///   - lateness: The delays. `nil` for none.
  ///   - clock: The clock of the delays. Without one there are no delays.
  public init(
    _ lyrics: [String: Lyrics] = [:],
    lateness: Lateness? = nil,
    clock: (any PlaybackClock)? = nil
  ) {
    answers = FakeResponses(lateness: lateness, clock: clock, salt: 4)
    for (id, lyrics) in lyrics { answers.set(.success(lyrics), for: id) }
  }

  /// The ids of the requested tracks, in order.
  public var asked: Recorded<String> { answers.asked }

  /// The metadata that came with the requests, in order.
  public var toldMetadata: [TrackMetadata] { metadata.elements }

  /// The ids of the tracks whose requests were canceled, in order.
  public var cancelled: Recorded<String> { answers.cancelled }

  /// Sets the lyrics of a track.
  public func setLyrics(_ lyrics: Lyrics, for id: String) {
    answers.set(.success(lyrics), for: id)
  }

  /// Makes requests for a track fail.
  public func setFailure(_ error: PlayerError, for id: String) {
    answers.set(.failure(error), for: id)
  }

  /// Holds all further requests until ``release()`` or ``releaseAll()``.
  public func hold() { answers.hold() }

  /// Answers the oldest request on hold. Has no effect if there is none.
  public func release() { answers.release() }

  /// Answers all requests on hold, and further ones without holding them.
  public func releaseAll() { answers.releaseAll() }

  /// Returns the scripted lyrics or throws the scripted error.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    self.metadata.append(metadata)
    return try await answers.answer(track.id)
  }
}
