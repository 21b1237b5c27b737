import Foundation
import PlayerKitSystem
import Logging
import PlayerKitServices
import PlayerKit

/// Has a queue steered by MPD's protocol, so that `mpc`, `ncmpcpp`, Cantata and the apps of phones work with
/// it.
///
/// ```swift
/// let server = MPDServer(context, configuration: .init(address: "127.0.0.1", port: 6600))
/// print(try server.start())
/// ```
///
/// What clients name is not trusted; see ``RemoteContext/items``. It works on one thread of its own, which
/// waits for the network and the queue alone: idle and paused it is not woken. What a client may keep waiting
/// is bounded, and nobody waits for a client. Threads: any.
public final class MPDServer: Sendable {
  /// How it is set up.
  public struct Configuration: Sendable {
    /// The address to listen at, or a name of this machine.
    public var address: String
    /// The port; 0: any free one.
    public var port: UInt16
    /// What clients have to say before they may do anything; `nil`: nothing. Demanded off loopback.
    public var password: String?
    /// Where stored playlists are kept.
    public var playlists: any PlaylistStore
    /// What reads and writes the tracks of these.
    public var registry: TrackRegistry
    /// How the output is called.
    public var outputName = "PlayerKit"
    /// How many clients there may be. A further one is turned away, unless a client that has not sent the
    /// password can give way.
    public var mostClients = 100
    /// How long a client may say nothing, unless it waits for changes; and how long it may read nothing.
    public var patience = Duration.seconds(60)
    /// The clock of the queue.
    public var clock: any PlaybackClock = SystemPlaybackClock()
    /// Where it notes what it does. Neither passwords nor addresses of media.
    public var logger = Logger(label: "PlayerKit.MPD")

    /// Makes a configuration.
    public init(
      address: String = "127.0.0.1",
      port: UInt16 = 6600,
      password: String? = nil,
      playlists: any PlaylistStore = MemoryPlaylistStore(),
      registry: TrackRegistry = TrackRegistry()
    ) {
      self.address = address
      self.port = port
      self.password = password
      self.playlists = playlists
      self.registry = registry
    }
  }

  private enum State {
    case initial
    case running(MPDLoop)
    case stopped
  }

  private let context: RemoteContext
  private let configuration: Configuration
  private let state = Locked(State.initial)

  /// Makes a server. It does not listen yet.
  public init(_ context: RemoteContext, configuration: Configuration = .init()) {
    self.context = context
    self.configuration = configuration
  }

  deinit { stop() }

  /// Listens. It holds the queue until ``stop()``.
  ///
  /// - Returns: the addresses at which it can be reached, such as `127.0.0.1:6600`.
  /// - Throws: ``PlayerKit/PlayerError/Code/forbidden`` off loopback without a password;
  ///   ``PlayerKit/PlayerError/Code/unreachable`` where the address can't be had; when it was started before.
  public func start() throws(PlayerError) -> [String] {
    let password = configuration.password
    let listeners = try MPDListener.listen(
      at: configuration.address,
      port: configuration.port
    )
    guard password?.isEmpty == false || listeners.allSatisfy(\.isLoopback) else {
      for listener in listeners { listener.close() }
      throw PlayerError(
        .forbidden,
        "MPD's protocol needs a password if it is served beyond this machine."
      )
    }
    let loop: MPDLoop
    do throws(PlayerError) {
      loop = try MPDLoop(context, configuration, listeners)
      try state.withLock { (state) throws(PlayerError) in
        guard case .initial = state else {
          throw PlayerError(.invalidItem, "The server was started before.")
        }
        state = .running(loop)
      }
      try loop.start()
    } catch {
      for listener in listeners { listener.close() }
      throw error
    }
    return listeners.map(\.name)
  }

  /// Ends all connections and listens no more. Called again: no effect.
  public func stop() {
    let loop = state.withLock { state -> MPDLoop? in
      defer { state = .stopped }
      if case .running(let loop) = state { return loop }
      return nil
    }
    loop?.stop()
  }
}
