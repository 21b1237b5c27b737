import Foundation

/// Signs a user in from a command-line tool or a desktop app: the browser shows the service's page,
/// and comes back to a port on 127.0.0.1 that is open for this one request.
///
///     let code = try await signIn.run { url in openInBrowser(url) }
///     try await provider.signIn(with: code)
///
/// The first request to the path of the redirect ends it, whatever it brings: a page tells the user
/// how it went. Requests to other paths (browsers look for a `favicon.ico`) and further ones are
/// answered, and have no effect. Each run is an attempt of its own. Descriptions hold no secret.
public struct SpotifyLoopbackSignIn: Sendable {
  private let clientID: String
  private let scopes: Set<Spotify.Scope>
  private let port: UInt16
  private let path: String
  private let proof: @Sendable () -> SpotifyProofKey?
  private let showsDialog: Bool
  private let timeLimit: Duration
  private let accounts: URL
  private let clock: any CatalogClock

  #if Crypto
    /// Makes a sign-in with proof keys (PKCE), for who redeems the code by ``SpotifyPKCE``.
    ///
    /// - Parameters:
    ///   - clientID: The app's id.
    ///   - scopes: What the user is asked to allow.
    ///   - port: The port; 0: any that is free, which the service accepts where
    ///     `http://127.0.0.1` with this path is registered without a port.
    ///   - path: The path of the redirect: as it is registered, encoded, from its `/` on.
    ///   - showsDialog: Whether the page asks even a user who has allowed it before.
    ///   - timeLimit: How long the user has.
    ///   - accounts: The accounts service.
    ///   - clock: Measures the time limit.
    public init(
      clientID: String,
      scopes: Set<Spotify.Scope> = [],
      port: UInt16 = 0,
      path: String = "/callback",
      showsDialog: Bool = false,
      timeLimit: Duration = .seconds(300),
      accounts: URL = .spotifyAccounts,
      clock: any CatalogClock = SystemCatalogClock()
    ) {
      self.init(
        clientID: clientID,
        scopes: scopes,
        port: port,
        path: path,
        showsDialog: showsDialog,
        timeLimit: timeLimit,
        accounts: accounts,
        clock: clock
      ) {
        SpotifyProofKey()
      }
    }
  #endif

  /// Makes a sign-in as the other initializer does, with the proof key that `proof` gives for each
  /// attempt; `nil`: without, for codes that a server redeems that knows the app's secret.
  public init(
    clientID: String,
    scopes: Set<Spotify.Scope> = [],
    port: UInt16 = 0,
    path: String = "/callback",
    showsDialog: Bool = false,
    timeLimit: Duration = .seconds(300),
    accounts: URL = .spotifyAccounts,
    clock: any CatalogClock = SystemCatalogClock(),
    proof: @escaping @Sendable () -> SpotifyProofKey?
  ) {
    self.clientID = clientID
    self.scopes = scopes
    self.port = port
    self.path = path
    self.proof = proof
    self.showsDialog = showsDialog
    self.timeLimit = timeLimit
    self.accounts = accounts
    self.clock = clock
  }

  /// Opens the port, has the page shown, and waits until the browser comes back.
  ///
  /// The port is closed at the end, a moment after it where a browser is still connected.
  ///
  /// - Parameter open: Shows the page to the user, in a browser. What it throws ends the sign-in.
  /// - Returns: the code, to be redeemed soon.
  /// - Throws: ``CatalogError``: ``CatalogError/Code/portUnavailable`` where the port is in use,
  ///   ``CatalogError/Code/timedOut`` where nobody came back in time,
  ///   ``CatalogError/Code/invalidArgument`` for a path that is none, and what
  ///   ``SpotifyAuthorizationRequest/code(from:)`` throws; `CancellationError`.
  public func run(
    open: @escaping @Sendable (URL) async throws -> Void
  ) async throws -> SpotifyAuthorizationCode {
    try Task.checkCancellation()
    guard path.hasPrefix("/"), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !path.contains("?"), !path.contains("#")
    else {
      throw CatalogError(
        .invalidArgument,
        "The path of a redirect starts with a slash, and has no query",
        service: .spotify
      )
    }
    let server = try LoopbackRedirect(port: port)
    let request: SpotifyAuthorizationRequest
    do {
      request = try self.request(port: server.port)
      try server.start(path: path) { query in
        Result { () throws(CatalogError) in try request.code(fromQuery: query) }
      }
    } catch {
      server.stop()
      throw error
    }
    return try await answer(to: request, at: server, open: open)
  }

  private func request(port: UInt16) throws(CatalogError) -> SpotifyAuthorizationRequest {
    try SpotifyAuthorizationRequest(
      clientID: clientID,
      redirectURI: "http://127.0.0.1:\(port)\(path)",
      scopes: scopes,
      proof: proof(),
      showsDialog: showsDialog,
      accounts: accounts
    )
  }

  private func answer(
    to request: SpotifyAuthorizationRequest,
    at server: LoopbackRedirect,
    open: @escaping @Sendable (URL) async throws -> Void
  ) async throws -> SpotifyAuthorizationCode {
    do {
      return try await withThrowingTaskGroup(of: SpotifyAuthorizationCode?.self) { group in
        group.addTask { try await server.code() }
        group.addTask { [clock, timeLimit] in
          try await clock.sleep(for: timeLimit)
          throw CatalogError(.timedOut, "Nobody has signed in in time", service: .spotify)
        }
        group.addTask {
          try await open(request.url)
          return nil
        }
        defer { group.cancelAll() }
        while let code = try await group.next() {
          if let code { return code }
        }
        throw CancellationError()
      }
    } catch {
      // The port is free again for the next attempt. After a redirect, the server ends by itself.
      server.stop()
      throw error
    }
  }
}
