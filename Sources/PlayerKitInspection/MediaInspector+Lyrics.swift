import PlayerKit

extension MediaInspector: LyricsSource {
  /// The words in the track's media. A local file without timed words gets those of the `.lrc` beside it.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard place(of: track) != nil else { return nil }
    return try await sharedLook(into: source(of: track)).information.lyrics
  }
}
