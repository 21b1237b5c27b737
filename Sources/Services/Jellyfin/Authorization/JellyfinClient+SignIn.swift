import Foundation
import PlayerKitServices

extension JellyfinClient {
  /// The interval of the questions whether the user has entered a code, and the time after which a
  /// server forgets it.
  private static let (interval, lifetime) = (Duration.seconds(3), Duration.seconds(600))

  /// Signs a user in by password, and stores the session instead of an earlier one.
  ///
  /// - Throws: `CatalogError`: `unauthorized` if user or password is wrong; the store's errors.
  @discardableResult
  public func signIn(user: String, password: String) async throws -> JellyfinSession {
    try await account.signIn { requester, _ in
      try await requester.signIn(user: user, password: password)
    }
  }

  /// Signs a user in by Quick Connect: the user enters a code in an app that is signed in already.
  /// Stores the session instead of an earlier one. Emby has no Quick Connect.
  ///
  /// - Parameter show: Shows the code to the user. Called once.
  /// - Throws: `CatalogError`: `unavailable` if the server has no Quick Connect or it is turned
  ///   off; `timedOut` if the code was not entered within ten minutes; the store's errors;
  ///   `CancellationError`.
  @discardableResult
  public func signInByQuickConnect(
    show: (_ code: String) async throws -> Void
  ) async throws -> JellyfinSession {
    try await account.signIn { requester, _ in
      let attempt = try await Self.initiate(requester)
      guard let secret = attempt.secret, !secret.isEmpty, let code = attempt.shownCode else {
        throw CatalogError(
          .malformedReply,
          "The answer contains no code for Quick Connect.",
          service: .jellyfin
        )
      }
      try await show(code)
      try await wait(for: secret, requester)
      let body = try JSONEncoder().encode(["Secret": secret])
      return try await requester.value(
        of: CatalogRequest("/Users/AuthenticateWithQuickConnect", method: .post, body: body)
      )
    }
  }

  /// Removes the stored session, and tries to end it at the server.
  public func signOut() async throws {
    guard let session = try await account.signOut() else { return }
    var requester = requester
    requester.exchange = { [account] request, send in
      try await send(request, [.authorization: account.authorization(session)])
    }
    _ = try? await requester.reply(to: CatalogRequest("/Sessions/Logout", method: .post))
  }

  private static func initiate(
    _ requester: ServiceRequester
  ) async throws -> Jellyfin.QuickConnect {
    let path = "/QuickConnect/Initiate"
    do {
      do {
        return try await requester.value(of: CatalogRequest(path, method: .post))
      } catch let error as CatalogError where [404, 405].contains(error.httpStatus) {
        // Servers before 10.9.
        return try await requester.value(of: CatalogRequest(path))
      }
    } catch let error as CatalogError where [401, 403, 404, 405].contains(error.httpStatus) {
      throw CatalogError(
        .unavailable,
        "The server has no Quick Connect, or it is turned off. Sign in with a password.",
        service: .jellyfin,
        httpStatus: error.httpStatus
      )
    }
  }

  private func wait(for secret: String, _ requester: ServiceRequester) async throws {
    let end = clock.uptime + Self.lifetime
    let request = CatalogRequest(
      "/QuickConnect/Connect",
      query: [URLQueryItem(name: "secret", value: secret)]
    )
    while clock.uptime < end {
      try await clock.sleep(for: Self.interval)
      do {
        let answer: Jellyfin.QuickConnect = try await requester.value(of: request)
        if answer.authenticated == true { return }
      } catch let error as CatalogError where error.code == .notFound {
        break
      } catch let error as CatalogError where error.isRetryable {
        continue
      }
    }
    throw CatalogError(
      .timedOut,
      "The code was not entered in time. Sign in again.",
      service: .jellyfin
    )
  }
}

/// Signs a user in for the app: by the password if it is known, or else by Quick Connect.
struct JellyfinUserSignIn: UserSignIn {
  let client: JellyfinClient

  func signIn(by redirects: some RedirectReceiver) async throws {
    if case .password(let user, let password) = client.account.credentials {
      try await client.signIn(user: user, password: password)
      return
    }
    let page = client.server?.url.appending(path: "web/")
    try await client.signInByQuickConnect { code in
      try await redirects.show(SignInCode(text: code, page: page))
    }
  }

  func signOut() async throws { try await client.signOut() }
}
