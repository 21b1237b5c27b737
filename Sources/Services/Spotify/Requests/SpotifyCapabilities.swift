import MusicCatalog
import Locking

/// What the app may do, as answers have shown in this session.
///
/// Belongs to one app at the service: share it among the clients of that app, and no others. Any
/// thread; nothing is asked by this on its own.
public final class SpotifyCapabilities: Sendable {
  private struct State {
    var present: Spotify.Capabilities
    var listeners: [Int: AsyncStream<Spotify.Capabilities>.Continuation] = [:]
    var listenersAdded = 0

    mutating func change(_ body: (inout Spotify.Capabilities) -> Void) {
      let before = present
      body(&present)
      guard present != before else { return }
      // Yielding calls nobody back; in here, so that all hear one order.
      for listener in listeners.values { listener.yield(present) }
    }
  }

  private let state: Locked<State>

  /// Begins with what is known already, from an earlier session say.
  public init(_ known: Spotify.Capabilities = Spotify.Capabilities()) {
    state = Locked(State(present: known))
  }

  deinit {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.finish() }
  }

  /// What is known now.
  public var present: Spotify.Capabilities { state.withLock { $0.present } }

  /// What is known now of one.
  public subscript(capability: Spotify.Capability) -> Spotify.CapabilityState {
    present[capability]
  }

  /// What is known now, then each change. Every call gives a sequence of its own; it ends with this
  /// object, which it does not keep alive.
  public var updates: Updates<Spotify.Capabilities> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Spotify.Capabilities.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      continuation.yield(state.present)
      state.listenersAdded += 1
      state.listeners[state.listenersAdded] = continuation
      return state.listenersAdded
    }
    continuation.onTermination = { [weak state] _ in
      _ = state?.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return Updates(stream: stream)
  }

  /// Records what is known of one.
  public func record(_ capability: Spotify.Capability, _ value: Spotify.CapabilityState) {
    state.withLock { $0.change { $0[capability] = value } }
  }

  /// Forgets all: after the app's class at the service has changed.
  public func forget() {
    state.withLock { $0.change { $0 = Spotify.Capabilities() } }
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
