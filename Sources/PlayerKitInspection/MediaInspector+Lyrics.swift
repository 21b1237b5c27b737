import PlayerKit

extension MediaInspector: LyricsSource {
  /// Returns the lyrics in the track's media. If a local file has none with times, uses the `.lrc`
  /// next to it.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard place(of: track) != nil else { return nil }
    return try await sharedLook(into: source(of: track)).information.lyrics
  }
}
