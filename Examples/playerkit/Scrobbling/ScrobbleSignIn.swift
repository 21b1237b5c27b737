import Foundation
import PlayerKitServices
import PlayerKitLastFM

/// Signs a user in to a scrobbling service.
struct ScrobbleSignIn: Sendable {
  /// The polling interval, and the maximum time to wait for the user's permission.
  private static let (interval, timeout) = (Duration.seconds(3), Duration.seconds(300))

  let accounts: ScrobbleAccounts
  /// Shows a page to the user.
  let show: @Sendable (URL) async throws -> Void

  /// - Returns: The name of the user.
  func signIn(to name: String) async throws -> String {
    name == CatalogService.lastFM.rawValue
      ? try await signInToLastFM() : try await signInToListenBrainz()
  }

  private func signInToLastFM() async throws -> String {
    guard let client = accounts.lastFM() else {
      throw CatalogError(.missingCredential, ScrobbleAccounts.missingKeys)
    }
    let token = try await client.token()
    if let page = client.authorizationURL(for: token) { try await show(page) }
    let session = try await session(for: token, client)
    try accounts.keep(session, of: .lastFM)
    return session.name
  }

  /// Last.fm's page does not redirect, so Last.fm is polled until the user has granted access.
  private func session(for token: String, _ client: LastFMClient) async throws -> LastFMSession {
    let end = ContinuousClock.now + Self.timeout
    while true {
      do {
        return try await client.session(for: token)
      } catch let error as CatalogError where error.code == .signInRequired {
        guard ContinuousClock.now < end else {
          throw CatalogError(
            .timedOut,
            "The sign-in was not allowed in time. Start it again, and allow it in the browser.",
            service: .lastFM
          )
        }
        try await Task.sleep(for: Self.interval)
      }
    }
  }

  private func signInToListenBrainz() async throws -> String {
    let given = accounts.environment["LISTENBRAINZ_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    let token = given ?? Self.ask()
    guard let token, !token.isEmpty else {
      throw CatalogError(
        .missingCredential,
        "A token is missing. Copy it from https://listenbrainz.org/settings/.",
        service: .listenBrainz
      )
    }
    let name = try await accounts.listenBrainz(token).userName()
    try accounts.keep(token, of: .listenBrainz)
    return name
  }

  /// Reads the token from standard input.
  private static func ask() -> String? {
    ConsoleWriter.standardError.write(
      "playerkit: your token, from https://listenbrainz.org/settings/: "
    )
    return readLine()?.trimmingCharacters(in: .whitespaces)
  }
}
