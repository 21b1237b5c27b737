#if Server
  import FlyingSocks
  import Foundation
  import PlayerKitSystem
  import PlayerKit

  /// Serves a page from which a browser sees and steers a queue.
  ///
  /// ```swift
  /// let server = try await WebServer.start(context)
  /// print(server.address)
  /// ```
  ///
  /// Any number of pages may be open, as many as ``Configuration/mostClients`` allows; all show the same. What a
  /// page adds counts as coming from a remote control. The server holds the queue; it is not an observer that
  /// delays others, and what goes wrong with a page never disturbs playback.
  ///
  /// On this machine alone, as it listens at first, it asks for no secret: whoever may run programs here may
  /// steer. At any other address it asks for a token. It speaks plain http: in a network that is not trusted, put
  /// a proxy with https in front of it, and name that in ``Configuration/names``.
  ///
  /// Threads: any.
  public final class WebServer: Sendable {
    /// How a server is set up.
    public struct Configuration: Sendable {
      /// Where to listen: an address of IPv4 or IPv6, or `localhost`.
      public var address: String
      /// The port; 0: any free one.
      public var port: UInt16
      /// Names by which browsers may call the server, beside the address itself, such as `music.local`. A request
      /// by any other name is refused.
      public var names: [String]
      /// What a browser has to know: at least 26 letters, digits, `-` and `_`, chosen at random; `nil`: nothing
      /// on this machine alone, and a token made at the start elsewhere.
      public var token: String?
      /// How many connections there may be at once. Of these that have not shown the token, the oldest gives way
      /// to a new one; an address has 16 of them at most.
      public var mostClients: Int

      /// Makes a configuration: this machine alone, any free port.
      public init(
        address: String = "127.0.0.1",
        port: UInt16 = 0,
        names: [String] = [],
        token: String? = nil,
        mostClients: Int = 128
      ) {
        self.address = address
        self.port = port
        self.names = names
        self.token = token
        self.mostClients = mostClients
      }
    }

    /// Why a server did not start.
    public enum Failure: Error, Sendable, Hashable {
      /// There is no such address.
      case invalidAddress
      /// The token is too short, or holds other characters.
      case weakToken
      /// The address or the port can't be listened on: another program does, or it is not of this machine.
      case unavailable
    }

    /// Where it listens, without the token.
    public let address: String
    /// What a browser has to know; `nil`: nothing.
    public let token: String?
    /// What to open in a browser: the first of ``links``.
    public var link: String { links[0] }
    /// What to open in a browser. A server that listens at all addresses of the machine has a link for each,
    /// loopback last. The token stands in the fragment, which browsers send to nobody.
    public let links: [String]

    private let hub: WebHub
    private let running: Locked<Task<Void, Never>?>

    /// Listens, and serves until ``stop()``.
    ///
    /// - Parameter clock: The queue's clock.
    /// - Throws: ``Failure``.
    public static func start(
      _ context: RemoteContext,
      configuration: Configuration = Configuration(),
      clock: any PlaybackClock = SystemPlaybackClock()
    ) async throws(Failure) -> WebServer {
      let isLocal =
        configuration.address == "localhost" || WebAccess.isLoopback(configuration.address)
      if let token = configuration.token, !WebAccess.isToken(token) { throw .weakToken }
      let token = configuration.token ?? (isLocal ? nil : WebAccess.makeToken())
      let listener = try await WebListener(configuration)
      let hub = WebHub(context, clock: clock)
      let router = WebRouter(
        hub: hub,
        access: WebAccess(names: configuration.names, token: token, port: Int(listener.port)),
        files: WebFiles(WebFiles.page)
      )
      hub.begin()
      let running = Task { await listener.run(router, most: max(1, configuration.mostClients)) }
      let isAnywhere = ["0.0.0.0", "::"].contains(configuration.address)
      let hosts = isAnywhere ? MachineAddresses.all(isVersion6: configuration.address == "::") : []
      let addresses = hosts.map { "http://\($0):\(listener.port)" }
      let links = (addresses.isEmpty ? [listener.address] : addresses)
        .map { $0 + "/" + (token.map { "#\($0)" } ?? "") }
      return WebServer(listener.address, links, token, hub, running)
    }

    private init(
      _ address: String,
      _ links: [String],
      _ token: String?,
      _ hub: WebHub,
      _ running: Task<Void, Never>
    ) {
      self.address = address
      self.links = links
      self.token = token
      self.hub = hub
      self.running = Locked(running)
    }

    deinit {
      hub.end()
      running.withLock { $0 }?.cancel()
    }

    /// Closes the port and all connections; returns when they are closed. Playback goes on. A second time: no
    /// effect.
    public func stop() async {
      let task = running.withLock { task in
        defer { task = nil }
        return task
      }
      guard let task else { return }
      hub.end()
      task.cancel()
      await task.value
    }
  }
#endif
