import PlayerKit
import PlayerKitServices

// The lyrics of songs: by song id with times if the server supports that, or else by artist and
// title.
extension SubsonicService: LyricsSource {
  /// A limit beyond any song's lines.
  private static let maximumLines = 10_000

  /// Returns the lyrics; `nil` for tracks of other servers or if there are none.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard let track = track as? SubsonicTrack, let server = client.server,
      server.owns(track.server)
    else { return nil }
    if try await client.extensions().contains("songLyrics") {
      let found = try await client.lyrics(ofSong: track.id)
      // Prefer lyrics with times.
      if let best = found.first(where: { $0.synced == true }) ?? found.first {
        return Lyrics(best)
      }
      return nil
    }
    guard let title = metadata.title, let artist = metadata.artist else { return nil }
    guard let text = try await client.lyrics(artist: artist, title: title)?.value, !text.isEmpty
    else { return nil }
    let lines = text.split(
      maxSplits: Self.maximumLines,
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    return Lyrics(lines.prefix(Self.maximumLines).map { Lyrics.Line(text: String($0)) })
  }
}

extension Lyrics {
  /// Creates lyrics from an OpenSubsonic server's data.
  init?(_ words: Subsonic.StructuredLyrics) {
    let offset = (words.offset ?? 0).bounded
    let lines = (words.line.map(Array.init) ?? []).prefix(10_000).map { line in
      let start = words.synced == false ? nil : line.start
      return Line(
        start: start.map { .milliseconds(max(0, $0.bounded - offset)) },
        text: line.value ?? ""
      )
    }
    guard !lines.isEmpty else { return nil }
    let language = ["xxx", "und", ""].contains(words.lang ?? "") ? nil : words.lang
    self.init(Array(lines), language: language)
  }
}

extension Int {
  /// Limited to values that cannot overflow.
  fileprivate var bounded: Int { Swift.min(Swift.max(self, -(1 << 40)), 1 << 40) }
}

extension SubsonicClient {
  /// Returns the lyrics of a song by id, in each language and format. Requires the extension
  /// `songLyrics`.
  public func lyrics(ofSong id: String) async throws -> [Subsonic.StructuredLyrics] {
    let answer = try await answer(to: "getLyricsBySongId", [("id", try checked(id))])
    return array(answer.lyricsList?.structuredLyrics)
  }

  /// Returns the lyrics of a song by artist and title; `nil` if there are none.
  public func lyrics(artist: String, title: String) async throws -> Subsonic.PlainLyrics? {
    try await answer(to: "getLyrics", [("artist", artist), ("title", title)]).lyrics
  }

  /// Detects the authentication that the server supports, unless it is known.
  func learn() async throws {
    if case .untested = signer.way.withLock({ $0 }), case .password = signer.credentials {
      try await ping()
    }
  }
}
