#if Server
  import Foundation
  import PlayerKit
  import PlayerKitWebServer

  /// Serves a web page that shows and controls a queue.
  ///
  /// ```swift
  /// let server = try await WebServer.start(context)
  /// print(server.address)
  /// ```
  ///
  /// Several pages may be open, up to ``Configuration/maximumClients`` connections; all show the
  /// same state. Items from a page count as added by a remote control. The server retains the
  /// queue, does not delay its other observers, and never disturbs playback if a page fails.
  ///
  /// By default the server listens only on this machine and needs no token: anyone who may run
  /// programs here may control it. On any other address it requires a token. It uses plain HTTP. In
  /// an untrusted network, use an HTTPS proxy in front of it, and add the proxy's name to
  /// ``Configuration/names``.
  ///
  /// Threads: any.
  public final class WebServer: Sendable {
    /// The configuration of a server.
    public struct Configuration: Sendable {
      /// The address to listen on: an IPv4 or IPv6 address, or `localhost`.
      public var address: String
      /// The port. 0 for any free port.
      public var port: UInt16
      /// Host names for the server in addition to its address, such as `music.local`. Requests with
      /// any other name are refused.
      public var names: [String]
      /// The token that browsers need: at least 26 random letters, digits, `-` and `_`. If `nil`,
      /// none is needed on this machine only; otherwise the server makes one at its start.
      public var token: String?
      /// The maximum number of connections. To admit a new one, the server closes the oldest one
      /// that has not sent the token, or else the one that has been idle longest. An address may
      /// have at most 16 connections that have not sent the token.
      public var maximumClients: Int

      /// Makes a configuration. By default, it is for this machine only, on any free port.
      public init(
        address: String = "127.0.0.1",
        port: UInt16 = 0,
        names: [String] = [],
        token: String? = nil,
        maximumClients: Int = 128
      ) {
        self.address = address
        self.port = port
        self.names = names
        self.token = token
        self.maximumClients = maximumClients
      }
    }

    /// The error of a failed start.
    public enum Failure: Error, Sendable, Hashable {
      /// The address is invalid.
      case invalidAddress
      /// The token is too short or contains invalid characters.
      case weakToken
      /// The address or port is in use by another program, or the address is not on this machine.
      case unavailable
    }

    /// The URL of the server, without the token.
    public let address: String
    /// The token that browsers need. `nil` for none.
    public let token: String?
    /// The first of ``links``.
    public var link: String { links[0] }
    /// The URLs to open in a browser. A server that listens on all addresses of the machine has one
    /// for each, with loopback last. The token is in the fragment, which browsers don't send.
    public let links: [String]

    private let running: RunningServer

    /// Starts to listen, and serves until ``stop()``.
    ///
    /// - Parameter context: The queue, and what remote controls may do.
    /// - Parameter configuration: The address, the names, and the token.
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
      let listener: WebListener
      do {
        listener = try await WebListener(address: configuration.address, port: configuration.port)
      } catch {
        switch error {
        case .invalidAddress: throw .invalidAddress
        case .unavailable: throw .unavailable
        }
      }
      let hub = WebSessions(context, clock: clock)
      let router = WebRouter(
        hub: hub,
        access: WebAccess(names: configuration.names, token: token, port: Int(listener.port)),
        files: WebFiles.remote
      )
      hub.begin()
      let running = RunningServer(
        listener,
        router,
        most: max(1, configuration.maximumClients)
      ) { hub.end() }
      let isAnywhere = ["0.0.0.0", "::"].contains(configuration.address)
      let hosts = isAnywhere ? MachineAddresses.all(isVersion6: configuration.address == "::") : []
      let addresses = hosts.map { "http://\($0):\(listener.port)" }
      let links = (addresses.isEmpty ? [listener.address] : addresses)
        .map { $0 + "/" + (token.map { "#\($0)" } ?? "") }
      return WebServer(listener.address, links, token, running)
    }

    private init(
      _ address: String,
      _ links: [String],
      _ token: String?,
      _ running: RunningServer
    ) {
      self.address = address
      self.links = links
      self.token = token
      self.running = running
    }

    /// Closes the port and all connections, and waits until they are closed. Playback continues. A
    /// second call has no effect.
    public func stop() async { await running.stop() }
  }
#endif
