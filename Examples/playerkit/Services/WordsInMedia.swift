import PlayerKitInspection
import PlayerKit

/// The words in the media that a person named, and beside it. A service is asked for those of its own tracks: its
/// media is not looked into for them.
struct WordsInMedia: LyricsSource {
  /// The one that the queue has: one look tells tags and words.
  let inspector: MediaInspector

  func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard track is any URLPlayable else { return nil }
    return try await inspector.lyrics(of: track, metadata: metadata)
  }
}
