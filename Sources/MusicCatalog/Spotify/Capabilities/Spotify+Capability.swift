extension Spotify {
  /// Something that not every app may do.
  ///
  /// Apps in development mode, which is all but those of organisations, may not; since when, the
  /// service has changed several times. So it is found out by asking.
  public enum Capability: String, Sendable, Hashable, CaseIterable {
    /// Many tracks by one request. Without it, one request a track.
    case trackBatch
    /// Many albums by one request. Without it, one request an album.
    case albumBatch
    /// Many artists by one request. Without it, one request an artist.
    case artistBatch
    /// An artist's top tracks.
    case topTracks
    /// The artists like an artist.
    case relatedArtists
    /// Recommendations.
    case recommendations
    /// More than 10 results of a search in a page. Without it, pages of 10.
    case largeSearchPages
    /// More than 10 of an artist's albums in a page. Without it, pages of 10.
    case largeArtistAlbumPages
    /// The playlists of other users.
    case otherUsersPlaylists
    /// `/me/library`, which saves anything. Without it, the older path of each kind.
    case libraryOfAllKinds
    /// `/playlists/{id}/items`. Without it, the older `/playlists/{id}/tracks`.
    case playlistItems
    /// `POST /me/playlists`. Without it, the older path with the user's identity.
    case ownPlaylistCreation
  }

  /// What is known of a ``Capability``.
  public enum CapabilityState: Sendable, Hashable {
    /// Nothing yet: nobody has asked.
    case unknown
    /// The service has served it.
    case available
    /// The service has refused it to this app. It is not asked again.
    case unavailable
  }

  /// What is known of each ``Capability`` at a moment.
  public struct Capabilities: Sendable, Hashable {
    private var known: [Capability: Bool] = [:]

    /// Nothing is known.
    public init() {}

    /// What is known of one.
    public internal(set) subscript(capability: Capability) -> CapabilityState {
      get { known[capability].map { $0 ? .available : .unavailable } ?? .unknown }
      set {
        switch newValue {
        case .unknown: known[capability] = nil
        case .available: known[capability] = true
        case .unavailable: known[capability] = false
        }
      }
    }

    /// Those that the service has refused.
    public var unavailable: Set<Capability> { Set(known.filter { !$0.value }.keys) }
  }
}
