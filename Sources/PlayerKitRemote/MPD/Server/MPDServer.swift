import Foundation
import Logging
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

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
    /// The password that clients must send before other commands. `nil` or empty for none. Required
    /// unless the server listens only on loopback.
    public var password: String?
    /// The store of playlists.
    public var playlists: any PlaylistStore
    /// Encodes and decodes the tracks of stored playlists.
    public var registry: TrackRegistry
    /// The name of the output.
    public var outputName = "PlayerKit"
    /// The maximum number of clients. To admit a further one, the server closes a client that has
    /// not sent the password, or else the one that has been idle longest.
    public var maximumClients = 100
    /// The time limit for silent clients, unless they wait for changes, and for clients that don't
    /// read.
    public var timeout = Duration.seconds(60)
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

    var needsPassword: Bool { password?.isEmpty == false }
  }

  private enum State {
    case initial
    case starting
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

  /// Starts to listen. The server retains the queue until ``stop()``. A failed start may be
  /// repeated.
  ///
  /// - Returns: The addresses on which it listens, such as `127.0.0.1:6600`.
  /// - Throws: ``PlayerKit/PlayerError/Code/forbidden`` beyond loopback without a password;
  ///   ``PlayerKit/PlayerError/Code/unreachable`` if the address is not available;
  ///   ``PlayerKit/PlayerError/Code/invalidItem`` if the server was started before, or is stopped
  ///   meanwhile.
  public func start() throws(PlayerError) -> [String] {
    try state.withLock { (state) throws(PlayerError) in
      guard case .initial = state else {
        throw PlayerError(.invalidItem, "The server was started before.")
      }
      state = .starting
    }
    do throws(PlayerError) {
      return try listen()
    } catch {
      state.withLock { state in
        if case .starting = state { state = .initial }
      }
      throw error
    }
  }

  private func listen() throws(PlayerError) -> [String] {
    let listeners = try makeListeners()
    guard configuration.needsPassword || listeners.allSatisfy(\.address.isLoopback) else {
      throw PlayerError(
        .forbidden,
        "MPD's protocol needs a password if it is served beyond this machine."
      )
    }
    let loop = MPDLoop(context, configuration, listeners)
    try loop.start()
    // From here on, the loop closes the listeners.
    let isWanted = state.withLock { state in
      guard case .starting = state else { return false }
      state = .running(loop)
      return true
    }
    guard isWanted else {
      loop.stop()
      throw PlayerError(.invalidItem, "The server was stopped.")
    }
    return listeners.map(\.address.name)
  }

  /// Listens on all addresses of the configured name.
  private func makeListeners() throws(PlayerError) -> [SocketListener] {
    let (name, port) = (configuration.address, configuration.port)
    let addresses: [StreamAddress]
    do throws(StreamAddress.LookupError) {
      let host = name.isEmpty ? nil : name
      addresses = try StreamAddress.resolve(host, port: port, isPassive: true)
    } catch {
      throw PlayerError(.unreachable, "\(name) is no address of this machine.")
    }
    do throws(SystemError) {
      return try SocketListener.all(at: addresses)
    } catch {
      throw PlayerError(.unreachable, "\(name):\(port): \(error)")
    }
  }

  /// Closes all connections and stops listening. The server can't be started again. Calling it
  /// again, or before the first start, has no effect.
  public func stop() {
    let loop = state.withLock { state -> MPDLoop? in
      switch state {
      case .initial: return nil
      case .starting, .stopped:
        state = .stopped
        return nil
      case .running(let loop):
        state = .stopped
        return loop
      }
    }
    loop?.stop()
  }
}
