#if Server
  import Foundation
  import PlayerKit
  import PlayerKitSystem
  import PlayerKitServices
  import PlayerKitWebServer

  /// Signs a user in from a command-line tool or a desktop app. The browser shows the service's
  /// page, and then redirects to a port on 127.0.0.1, which is open only for this attempt.
  ///
  /// ```swift
  /// let code = try await LoopbackSignIn().run { redirect throws(CatalogError) in
  ///   try OAuthSignIn(configuration, redirectURI: redirect)
  /// } open: { url in
  ///   openInBrowser(url)
  /// }
  /// ```
  ///
  /// A page shows the user the result. Requests that don't belong to the attempt are refused and
  /// change nothing: requests to other paths (browsers look for a `favicon.ico`), and redirects
  /// with another `state`. Each run is a separate attempt. Descriptions contain no secret.
  public struct LoopbackSignIn: Sendable {
    /// The port, or 0 for any free port.
    public var port: UInt16
    /// The path of the redirect as registered with the service: percent-encoded, starting with `/`.
    public var path: String
    /// The maximum time for the user to sign in.
    public var timeLimit: Duration
    /// The clock that measures the time limit.
    public var clock: any PlaybackClock

    /// Makes a sign-in. Opens no port yet.
    public init(
      port: UInt16 = 0,
      path: String = "/callback",
      timeLimit: Duration = .seconds(300),
      clock: any PlaybackClock = SystemPlaybackClock()
    ) {
      self.port = port
      self.path = path
      self.timeLimit = timeLimit
      self.clock = clock
    }

    /// Opens the port, shows the service's page, and waits for the redirect.
    ///
    /// The port is closed at the end. Connected browsers get their response for up to two seconds.
    ///
    /// - Parameters:
    ///   - request: Makes the sign-in request for this redirect address.
    ///   - open: Shows the page to the user, in a browser. If it throws, the sign-in ends with that
    ///     error.
    /// - Throws: `CatalogError`: `portUnavailable` if the port is in use, `timedOut` if no redirect
    ///   arrived in time, `invalidArgument` if the path is invalid, and errors of `request`;
    ///   `CancellationError`.
    public func run<Request: RedirectSignIn>(
      _ request: (_ redirect: String) throws(CatalogError) -> Request,
      open: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> Request.Answer {
      try Task.checkCancellation()
      guard path.hasPrefix("/"), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        !path.contains("?"), !path.contains("#")
      else {
        throw CatalogError(
          .invalidArgument,
          "The path of a redirect starts with a slash, and has no query"
        )
      }
      let server = try await RedirectServer<Request>.start(port: port)
      do {
        let redirect = "http://127.0.0.1:\(server.port)\(path)"
        let request = try request(redirect)
        server.expect(request, at: redirect, path: path)
        let answer = try await answer(to: request, at: server, open: open)
        server.stop(after: 2)
        return answer
      } catch {
        // The port is free again for the next attempt.
        server.stop(after: error is CatalogError ? 2 : 0)
        throw error
      }
    }

    private func answer<Request: RedirectSignIn>(
      to request: Request,
      at server: RedirectServer<Request>,
      open: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> Request.Answer {
      try await withThrowingTaskGroup(of: Request.Answer?.self) { group in
        group.addTask { try await server.answer() }
        group.addTask { [clock, timeLimit] in
          try await clock.sleep(for: timeLimit)
          throw CatalogError(.timedOut, "Nobody has signed in in time")
        }
        group.addTask {
          try await open(request.url)
          return nil
        }
        defer { group.cancelAll() }
        while let answer = try await group.next() {
          if let answer { return answer }
        }
        throw CancellationError()
      }
    }
  }

  /// A server on 127.0.0.1 that waits for one redirect.
  final class RedirectServer<Request: RedirectSignIn>: WebHandler {
    private struct Expected {
      var request: Request
      var redirect: String
      var machine: RedirectStateMachine
    }

    let port: UInt16
    /// How long remaining connections stay open after the port is closed, in seconds.
    private let grace = Locked(0.0)
    private let running = Locked<Task<Void, Never>?>(nil)
    private let outcome = Promise<Request.Answer>()
    private let expected = Locked<Expected?>(nil)

    /// Opens the port. Requests get a "not found" page until ``expect(_:at:path:)`` is called.
    ///
    /// - Throws: `portUnavailable`.
    static func start(port: UInt16) async throws -> RedirectServer {
      let listener: WebListener
      do { listener = try await WebListener(address: "127.0.0.1", port: port) } catch {
        try Task.checkCancellation()
        throw unavailable
      }
      let server = RedirectServer(port: listener.port)
      // The task ends with ``stop(after:)``, which every sign-in calls.
      server.running.withLock {
        $0 = Task {
          await listener.run(server, most: 32) {
            // Not the injected clock: sockets live in real time.
            let seconds = server.grace.withLock { $0 }
            try? await SystemPlaybackClock().sleep(for: .seconds(seconds))
          }
        }
      }
      return server
    }

    private init(port: UInt16) { self.port = port }

    /// Sets the request that the redirect belongs to. Must be called only once.
    func expect(_ request: Request, at redirect: String, path: String) {
      expected.withLock {
        $0 = Expected(request: request, redirect: redirect, machine: .init(path: path))
      }
    }

    /// Waits for the result of the redirect. Must be called only once.
    func answer() async throws -> Request.Answer { try await outcome.value() }

    /// Closes the port at once, and the connections after this many seconds. A second call has no
    /// effect.
    func stop(after seconds: Double) {
      grace.withLock { $0 = seconds }
      running.withLock { $0 }?.cancel()
    }

    /// A browser may send cookies of other servers on this machine.
    let largestHead = 64 << 10

    func rules(host: String?) -> [(String, String)] { RedirectPage.headers }

    func outcome(of head: HTTPRequestHead, body: Data, local: String) async -> WebReply {
      .answer(page(for: head).answer)
    }

    private func page(for request: HTTPRequestHead) -> RedirectPage {
      let first = expected.withLock { expected in
        expected.map { ($0.machine.requested(request.method, path: request.path), $0) }
      }
      guard case (.read, let expected)? = first else {
        if case (.page(let page), _)? = first { return page }
        return .missing
      }
      let result = Result { () throws(CatalogError) in
        guard let url = URL(string: "\(expected.redirect)?\(request.query)") else {
          throw CatalogError(.stateMismatch, "What came back is no address")
        }
        return try expected.request.answer(from: url)
      }
      let (page, isTaken) = self.expected.withLock { expected in
        expected?.machine.redirected(failure: result.failure) ?? (.missing, false)
      }
      if isTaken { outcome.finish(result.mapError { $0 }) }
      return page
    }

    private static var unavailable: CatalogError {
      CatalogError(
        .portUnavailable,
        "The port on this machine that the sign-in is to come back to can't be listened on"
      )
    }
  }

  extension Result {
    fileprivate var failure: Failure? {
      if case .failure(let error) = self { error } else { nil }
    }
  }
#endif
