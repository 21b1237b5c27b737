import Foundation
import PlayerKitSystem
import Logging
import PlayerKitServices
import PlayerKit

/// Controls a queue with MPD's protocol, for clients such as `mpc`, `ncmpcpp`, Cantata and phone
/// apps.
///
/// ```swift
/// let server = MPDServer(context, configuration: .init(address: "127.0.0.1", port: 6600))
/// print(try server.start())
/// ```
///
/// Names from clients are not trusted; see ``RemoteContext/items``. The server has one thread,
/// which waits only for the network and the queue, and sleeps while playback is paused and no
/// client is active. The pending data of a client is limited, and no client can block others.
/// Threads: any.
public final class MPDServer: Sendable {
  /// The configuration of a server.
  public struct Configuration: Sendable {
    /// The address to listen on, or a name of this machine.
    public var address: String
    /// The port. 0 for any free port.
    public var port: UInt16
    /// The password that clients must send before other commands. `nil` for none. Required unless
    /// the server listens only on loopback.
    public var password: String?
    /// The store of playlists.
    public var playlists: any PlaylistStore
    /// Encodes and decodes the tracks of stored playlists.
    public var registry: TrackRegistry
    /// The name of the output.
    public var outputName = "PlayerKit"
    /// The maximum number of clients. A further one is rejected, unless a client that has not sent
    /// the password can be closed.
    public var mostClients = 100
    /// The time limit for silent clients, unless they wait for changes, and for clients that don't
    /// read.
    public var patience = Duration.seconds(60)
    /// The clock of the queue.
    public var clock: any PlaybackClock = SystemPlaybackClock()
    /// The logger. It receives neither passwords nor media addresses.
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

  /// Starts to listen. The server retains the queue until ``stop()``.
  ///
  /// - Returns: The addresses on which it listens, such as `127.0.0.1:6600`.
  /// - Throws: ``PlayerKit/PlayerError/Code/forbidden`` beyond loopback without a password;
  ///   ``PlayerKit/PlayerError/Code/unreachable`` if the address is not available;
  ///   ``PlayerKit/PlayerError/Code/invalidItem`` if the server was started or stopped before.
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

  /// Closes all connections and stops listening. Calling it again has no effect.
  public func stop() {
    let loop = state.withLock { state -> MPDLoop? in
      defer { state = .stopped }
      if case .running(let loop) = state { return loop }
      return nil
    }
    loop?.stop()
  }
}
