extension Spotify {
  /// What a search found: a page for each type that was asked for.
  public struct SearchResults: Codable, Hashable, Sendable {
    /// Tracks.
    public var tracks: Page<Track>?
    /// Albums.
    public var albums: Page<Album>?
    /// Artists.
    public var artists: Page<Artist>?
    /// Playlists. Those that the service hides are `null` at their places, and stand in
    /// ``Page/unreadable``.
    public var playlists: Page<Playlist>?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
