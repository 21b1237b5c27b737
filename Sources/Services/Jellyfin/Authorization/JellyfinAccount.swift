import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Signs in at a server, and provides the session for requests: the stored one, or a new one by
/// the credentials. Simultaneous callers share one sign-in. Descriptions contain no secrets.
final class JellyfinAccount: Sendable, Redacted {
  let credentials: JellyfinCredentials?
  let app: JellyfinApp
  let store: any JellyfinSessionStore
  private let server: JellyfinServer?
  private let maySendSecret: Bool
  /// Sends requests that need no session.
  private let bare: ServiceRequester
  private let renewal: TokenRefresher<JellyfinSession>
  private let refused: Locked<Set<String>>

  init(
    server: JellyfinServer?,
    credentials: JellyfinCredentials?,
    store: any JellyfinSessionStore,
    maySendSecret: Bool,
    app: JellyfinApp,
    requester: ServiceRequester,
    clock: any PlaybackClock
  ) {
    self.server = server
    self.credentials = credentials
    self.store = store
    self.maySendSecret = maySendSecret
    self.app = app
    bare = requester
    let refused = Locked<Set<String>>([])
    self.refused = refused
    let attempt = SignInAttempt(
      server: server,
      credentials: credentials,
      store: store,
      app: app,
      requester: requester,
      refused: refused
    )
    let pace = RenewalPace(leeway: .zero, firstPause: .seconds(1), longestPause: .seconds(60))
    renewal = TokenRefresher(pace: pace, clock: clock) {
      await Result(of: { try await attempt.session() })
        .mapError { .ofTokenSource($0, of: .jellyfin) }
    }
  }

  /// Returns the session for requests.
  func session() async throws -> JellyfinSession {
    try checkConnection()
    return try await renewal.token()
  }

  /// The server does not accept a session. The next one is another one, or an error.
  func refuse(_ session: JellyfinSession) {
    refused.withLock { _ = $0.insert(session.accessToken) }
    renewal.refused(session)
  }

  /// The value of the `Authorization` field for a session.
  func authorization(_ session: JellyfinSession) -> String {
    app.authorization(token: session.accessToken, deviceID: session.deviceID)
  }

  /// Signs in with `redeem`, and stores the session.
  func signIn(
    by redeem: (_ requester: ServiceRequester, _ deviceID: String) async throws ->
      Jellyfin.SignInAnswer
  ) async throws -> JellyfinSession {
    try checkConnection()
    guard let server else { throw JellyfinClient.noServer }
    let deviceID = (try? await store.load())?.deviceID ?? SignInAttempt.newDeviceID()
    let requester = bare.named(app.authorization(token: nil, deviceID: deviceID))
    let answer = try await redeem(requester, deviceID)
    let session = try answer.session(deviceID: deviceID, server: server.id)
    try await store.save(session)
    refused.withLock { $0 = [] }
    renewal.reset(to: session)
    return session
  }

  /// Removes the session, and returns the one that the server shall end.
  func signOut() async throws -> JellyfinSession? {
    let session = try? await store.load()
    renewal.reset(to: nil)
    try await store.remove()
    return session.flatMap { server?.owns($0.server) == true ? $0 : nil }
  }

  private func checkConnection() throws(CatalogError) {
    guard server != nil else { throw JellyfinClient.noServer }
    guard maySendSecret else {
      throw CatalogError(
        .unauthorized,
        "The connection would expose the password or token. Use https, or allow http.",
        service: .jellyfin
      )
    }
  }
}

/// Finds a session: the stored one, or one by the credentials.
private struct SignInAttempt: Sendable {
  let server: JellyfinServer?
  let credentials: JellyfinCredentials?
  let store: any JellyfinSessionStore
  let app: JellyfinApp
  let requester: ServiceRequester
  let refused: Locked<Set<String>>

  static func newDeviceID() -> String {
    Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  func session() async throws -> JellyfinSession {
    guard let server else { throw JellyfinClient.noServer }
    if case .token(let token, let user) = credentials {
      return try await session(token: token, user: user, at: server)
    }
    let stored = try await store.load()
    if let stored, isUsable(stored, at: server) { return stored }
    guard case .password(let user, let password) = credentials else {
      if let stored, server.owns(stored.server) { throw JellyfinSession.refusedAgainError }
      throw CatalogError(
        .missingCredential,
        "There is no user or token for the server, and no user is signed in. Sign in, or set them.",
        service: .jellyfin
      )
    }
    let deviceID = stored?.deviceID ?? Self.newDeviceID()
    let answer = try await requester.named(app.authorization(token: nil, deviceID: deviceID))
      .signIn(user: user, password: password)
    let session = try answer.session(deviceID: deviceID, server: server.id)
    // Without the file, the next process signs in again.
    try? await store.save(session)
    return session
  }

  private func isUsable(_ stored: JellyfinSession, at server: JellyfinServer) -> Bool {
    guard server.owns(stored.server), !refused.withLock({ $0.contains(stored.accessToken) }) else {
      return false
    }
    guard let user = credentials?.user, let name = stored.userName else { return true }
    return user.lowercased() == name.lowercased()
  }

  /// Finds the user of a token. An API key belongs to no user, so the user is found by name.
  private func session(
    token: String,
    user: String?,
    at server: JellyfinServer
  ) async throws -> JellyfinSession {
    let requester = requester.named(app.authorization(token: token, deviceID: nil))
    let found: Jellyfin.User
    do {
      found = try await requester.value(of: CatalogRequest("/Users/Me"))
    } catch let error as CatalogError where [.badRequest, .notFound].contains(error.code) {
      guard let user else {
        throw CatalogError(
          .missingCredential,
          "The token does not belong to a user. Name the user.",
          service: .jellyfin
        )
      }
      let users: LossyArray<Jellyfin.User> = try await requester.value(
        of: CatalogRequest("/Users")
      )
      guard let named = users.first(where: { $0.name?.lowercased() == user.lowercased() }) else {
        throw CatalogError(
          .unauthorized,
          "The server has no user of this name.",
          service: .jellyfin
        )
      }
      found = named
    }
    return JellyfinSession(
      accessToken: token,
      userID: try JellyfinClient.checked(found.id ?? ""),
      userName: found.name,
      server: server.id
    )
  }
}

extension ServiceRequester {
  /// Returns a requester whose requests carry an `Authorization` field.
  fileprivate func named(_ authorization: String) -> ServiceRequester {
    var requester = self
    requester.prepare = { $0.headerFields[.authorization] = authorization }
    return requester
  }

  /// Exchanges a password for a session.
  func signIn(user: String, password: String) async throws -> Jellyfin.SignInAnswer {
    let body = try JSONEncoder().encode(["Username": user, "Pw": password])
    do {
      return try await value(
        of: CatalogRequest("/Users/AuthenticateByName", method: .post, body: body)
      )
    } catch let error as CatalogError where error.code == .unauthorized {
      throw CatalogError(
        .unauthorized,
        "The server does not accept user and password. Check both.",
        service: .jellyfin,
        httpStatus: error.httpStatus
      )
    }
  }
}
