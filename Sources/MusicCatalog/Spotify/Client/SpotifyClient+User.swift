import Foundation

// Each of these needs a user's token.
extension SpotifyClient {
  /// The user's profile. What it holds depends on the rights and on the app's class.
  public func me() async throws -> Spotify.User {
    try await requester.value(of: .init(.get, "me"))
  }

  /// The user's playlists, their own and those followed. A page has up to 50.
  public func myPlaylists(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Playlist> {
    try await list("me", "playlists", limit, offset, market: nil)
  }

  /// The tracks of the user's library, the newest first. A page has up to 50.
  public func mySavedTracks(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.SavedTrack> {
    try await list("me", "tracks", limit, offset, market: country())
  }

  /// The albums of the user's library, the newest first. A page has up to 50.
  public func mySavedAlbums(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.SavedAlbum> {
    try await list("me", "albums", limit, offset, market: country())
  }

  /// What the user played, the newest first: tracks of which more than 30 s were played, the last 50
  /// of them.
  ///
  /// - Parameters:
  ///   - limit: members of a page, up to 50.
  ///   - after: only what was played after this moment; not together with `before`.
  ///   - before: only what was played before this moment.
  public func recentlyPlayed(
    limit: Int? = nil,
    after: Date? = nil,
    before: Date? = nil
  ) async throws -> Spotify.Page<Spotify.PlayHistoryItem> {
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    guard after == nil || before == nil else {
      throw SpotifyChecks.invalid("The history is read after a moment or before one, not both.")
    }
    return try await requester.value(
      of: .init(
        .get,
        "me",
        "player",
        "recently-played",
        query: [
          "limit": limit.text, "after": try Self.moment(after), "before": try Self.moment(before),
        ]
      )
    )
  }

  private func list<Element: Codable & Hashable & Sendable>(
    _ first: String,
    _ second: String,
    _ limit: Int?,
    _ offset: Int?,
    market: String?
  ) async throws -> Spotify.Page<Element> {
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    try SpotifyChecks.offset(offset)
    return try await requester.value(
      of: .init(
        .get,
        first,
        second,
        query: ["limit": limit.text, "offset": offset.text, "market": market]
      )
    )
  }

  private static func moment(_ date: Date?) throws -> String? {
    guard let date else { return nil }
    guard let moment = Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
      throw SpotifyChecks.invalid("No moment of the history.")
    }
    return String(moment)
  }
}
