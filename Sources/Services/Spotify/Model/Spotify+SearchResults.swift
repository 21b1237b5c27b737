import MusicCatalog

extension Spotify {
  /// What a search found: a page for each type that was asked for.
  /// A page that cannot be read is `nil`, and leaves the others.
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
    /// Podcasts.
    public var shows: Page<Show>?
    /// Episodes of podcasts.
    public var episodes: Page<Episode>?
    /// Audiobooks.
    public var audiobooks: Page<Audiobook>?
  }
}
