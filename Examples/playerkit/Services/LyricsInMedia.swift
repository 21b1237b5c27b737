import PlayerKit
import PlayerKitInspection

/// Finds lyrics in files and URLs that the user named, and beside them. It does not read the media
/// of services, which provide the lyrics of their tracks.
struct LyricsInMedia: LyricsSource {
  /// The queue's inspector, so that tags and lyrics are read only once.
  let inspector: MediaInspector

  func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard track is any URLPlayable else { return nil }
    return try await inspector.lyrics(of: track, metadata: metadata)
  }
}
