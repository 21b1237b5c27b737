import PlayerKitServices

/// What the app may do, as answers have shown in this session.
///
/// Belongs to one app at the service: share it among the clients of that app, and no others. Any
/// thread; nothing is asked by this on its own.
public final class SpotifyCapabilities: Sendable {
  private let known: FollowedState<Spotify.Capabilities, Spotify.Capabilities>

  /// Begins with what is known already, from an earlier session say.
  public init(_ known: Spotify.Capabilities = Spotify.Capabilities()) {
    self.known = FollowedState(known) { $0 }
  }

  /// What is known now.
  public var present: Spotify.Capabilities { known.present }

  /// What is known now of one.
  public subscript(capability: Spotify.Capability) -> Spotify.CapabilityState {
    present[capability]
  }

  /// What is known now, then each change. Every call gives a sequence of its own; it ends with this
  /// object, which it does not keep alive.
  public var updates: Updates<Spotify.Capabilities> { known.updates }

  /// Records what is known of one.
  public func record(_ capability: Spotify.Capability, _ value: Spotify.CapabilityState) {
    known.change { $0[capability] = value }
  }

  /// Forgets all: after the app's class at the service has changed.
  public func forget() {
    known.change { $0 = Spotify.Capabilities() }
  }
}

extension Spotify {
  /// Something that not every app may do.
  ///
  /// Apps in development mode, which is all but those of organizations, may not; since when, the
  /// service has changed several times. So it is found out by asking.
  @nonexhaustive public enum Capability: String, Sendable, Hashable, CaseIterable {
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
    private var known: [Capability: CapabilityState] = [:]

    /// Nothing is known.
    public init() {}

    /// What is known of one.
    public internal(set) subscript(capability: Capability) -> CapabilityState {
      get { known[capability] ?? .unknown }
      set { known[capability] = newValue == .unknown ? nil : newValue }
    }

    /// Those that the service has refused.
    public var unavailable: Set<Capability> { Set(known.filter { $0.value == .unavailable }.keys) }
  }
}
