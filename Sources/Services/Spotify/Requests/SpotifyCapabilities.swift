import PlayerKitServices

/// The app's capabilities, as shown by replies in this session.
///
/// Belongs to one app at the service: share it only among the clients of that app. May be used on
/// any thread. Sends no request on its own.
public final class SpotifyCapabilities: Sendable {
  private let known: FollowedState<Spotify.Capabilities, Spotify.Capabilities>

  /// Makes an instance from known capabilities, such as from an earlier session.
  public init(_ known: Spotify.Capabilities = Spotify.Capabilities()) {
    self.known = FollowedState(known) { $0 }
  }

  /// The currently known capabilities.
  public var present: Spotify.Capabilities { known.present }

  /// The known state of a capability.
  public subscript(capability: Spotify.Capability) -> Spotify.CapabilityState {
    present[capability]
  }

  /// The known capabilities, then each change. Each access returns a separate sequence. It ends
  /// with this object, which it does not keep alive.
  public var updates: Updates<Spotify.Capabilities> { known.updates }

  /// Records the state of a capability.
  public func record(_ capability: Spotify.Capability, _ value: Spotify.CapabilityState) {
    known.change { $0[capability] = value }
  }

  /// Forgets everything. Call it after the app's class at the service has changed.
  public func forget() {
    known.change { $0 = Spotify.Capabilities() }
  }
}

extension Spotify {
  /// A feature that not every app may use.
  ///
  /// Apps in development mode, which means all apps except organizations' apps, may not use it. The
  /// service has changed the date of this restriction several times, so the client detects it with
  /// a request.
  @nonexhaustive public enum Capability: String, Sendable, Hashable, CaseIterable {
    /// Many tracks in one request. Without it, one request for each track.
    case trackBatch
    /// Many albums in one request. Without it, one request for each album.
    case albumBatch
    /// Many artists in one request. Without it, one request for each artist.
    case artistBatch
    /// An artist's top tracks.
    case topTracks
    /// Similar artists.
    case relatedArtists
    /// Recommendations.
    case recommendations
    /// More than 10 search results in a page. Without it, pages of 10.
    case largeSearchPages
    /// More than 10 albums of an artist in a page. Without it, pages of 10.
    case largeArtistAlbumPages
    /// The playlists of other users.
    case otherUsersPlaylists
    /// `/me/library`, which saves any kind of item. Without it, the older path of each kind.
    case libraryOfAllKinds
    /// `/playlists/{id}/items`. Without it, the older `/playlists/{id}/tracks`.
    case playlistItems
    /// `POST /me/playlists`. Without it, the older path with the user's id.
    case ownPlaylistCreation
  }

  /// The known state of a ``Capability``.
  public enum CapabilityState: Sendable, Hashable {
    /// There was no request yet.
    case unknown
    /// The service has answered a request.
    case available
    /// The service has refused it to this app. There are no further requests.
    case unavailable
  }

  /// The known state of each ``Capability`` at one moment.
  public struct Capabilities: Sendable, Hashable {
    private var known: [Capability: CapabilityState] = [:]

    /// Makes an instance in which all states are unknown.
    public init() {}

    /// The state of a capability.
    public internal(set) subscript(capability: Capability) -> CapabilityState {
      get { known[capability] ?? .unknown }
      set { known[capability] = newValue == .unknown ? nil : newValue }
    }

    /// The capabilities that the service has refused.
    public var unavailable: Set<Capability> { Set(known.filter { $0.value == .unavailable }.keys) }
  }
}
