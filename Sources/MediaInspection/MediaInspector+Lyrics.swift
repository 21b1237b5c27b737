import PlayerKit

extension MediaInspector: LyricsSource {
  /// The words in the track's media. A local file without timed words gets those of the `.lrc` beside it.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard place(of: track) != nil else { return nil }
    let source = try await source(of: track)
    let embedded = try await look(into: source, for: .showing).lyrics
    guard case .file(let path) = source.location, embedded?.isTimed != true else { return embedded }
    return await lyrics(beside: path) ?? embedded
  }
}
