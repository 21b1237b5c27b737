import PlayerKit
import PlayerKitServices

// The lyrics of songs, from version 10.9 of Jellyfin on.
extension JellyfinService: LyricsSource {
  /// Returns the lyrics; `nil` for tracks of other servers or if there are none.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard let track = track as? JellyfinTrack, client.server?.owns(track.server) == true else {
      return nil
    }
    return try await client.lyrics(ofSong: track.id).flatMap { Lyrics($0) }
  }
}

extension JellyfinClient {
  /// Returns the lyrics of a song; `nil` if there are none.
  public func lyrics(ofSong id: String) async throws -> Jellyfin.SongLyrics? {
    do {
      return try await value(
        of: CatalogRequest(segments: ["Audio", try Self.checked(id), "Lyrics"])
      )
    } catch let error as CatalogError where error.code == .notFound {
      return nil
    }
  }
}

extension Lyrics {
  /// A limit beyond any song's lines.
  private static let maximumLines = 10_000

  /// Creates lyrics from a server's data; `nil` without a line.
  init?(_ lyrics: Jellyfin.SongLyrics) {
    let lines = (lyrics.lines?.members ?? []).prefix(Self.maximumLines).map { line in
      Line(
        start: line.start.map { .microseconds(min(max($0, 0) / 10, 1 << 50)) },
        text: line.text ?? ""
      )
    }
    guard !lines.isEmpty else { return nil }
    self.init(Array(lines))
  }
}
