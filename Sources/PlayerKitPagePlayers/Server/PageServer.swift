#if Server
  import Foundation
  import PlayerKitWebServer

  /// Serves the player page of a ``PageHost`` on a port of its own.
  ///
  /// ```swift
  /// let host = PageHost()
  /// let server = try await PageServer.start(host)
  /// print("Open \(server.link) in a browser")
  /// ```
  ///
  /// The page runs scripts of the services, so it is an origin of its own, with its own headers.
  /// Its credential is in the link's fragment, which browsers do not send. It allows only to be the
  /// page of this host.
  ///
  /// By default, the server listens on this machine. Apple Music and Spotify need that, or HTTPS:
  /// elsewhere, browsers give the page no DRM.
  ///
  /// Threads: any.
  public final class PageServer: Sendable {
    /// The configuration of a server.
    public struct Configuration: Sendable {
      /// The address to listen on: an IPv4 or IPv6 address, or `localhost`.
      public var address: String
      /// The port. 0 for any free port. A fixed port keeps sign-ins in the page, since browsers
      /// store them by port.
      public var port: UInt16
      /// Host names for the server in addition to its address.
      public var names: [String]
      /// The players that the page offers.
      public var kinds: Set<PagePlayerKind>
      /// The scripts of the services.
      public var scripts: PageScripts

      /// Makes a configuration. By default, it is for this machine only, on any free port.
      public init(
        address: String = "127.0.0.1",
        port: UInt16 = 0,
        names: [String] = [],
        kinds: Set<PagePlayerKind> = Set(PagePlayerKind.allCases),
        scripts: PageScripts = PageScripts()
      ) {
        self.address = address
        self.port = port
        self.names = names
        self.kinds = kinds
        self.scripts = scripts
      }
    }

    /// The error of a failed start.
    public enum Failure: Error, Sendable, Hashable {
      /// The address is invalid.
      case invalidAddress
      /// The address or port is in use, or the address is not on this machine.
      case unavailable
    }

    /// The URL of the server, without the credential.
    public let address: String
    /// The URL to open in a browser. **A secret**: its fragment is the credential.
    public let link: String

    private let running: RunningServer

    /// Starts to listen, and serves until ``stop()``. A host needs only one server.
    ///
    /// - Throws: ``Failure``.
    public static func start(
      _ host: PageHost,
      configuration: Configuration = Configuration()
    ) async throws(Failure) -> PageServer {
      let listener: WebListener
      do {
        listener = try await WebListener(address: configuration.address, port: configuration.port)
      } catch {
        switch error {
        case .invalidAddress: throw .invalidAddress
        case .unavailable: throw .unavailable
        }
      }
      let router = PageRouter(
        host: host,
        access: WebAccess(names: configuration.names, token: nil, port: Int(listener.port)),
        scripts: configuration.scripts,
        kinds: configuration.kinds
      )
      let running = RunningServer(listener, router, most: 64) { host.closeAll() }
      return PageServer(listener.address, host.credential, running)
    }

    private init(_ address: String, _ credential: String, _ running: RunningServer) {
      self.address = address
      link = "\(address)/#\(credential)"
      self.running = running
    }

    /// Closes all pages' connections and the port, and waits until they are closed. A load in a
    /// page ends as failed. A second call has no effect.
    public func stop() async { await running.stop() }
  }
#endif
