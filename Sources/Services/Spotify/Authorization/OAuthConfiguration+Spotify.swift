import Foundation
import PlayerKitServices

extension OAuthConfiguration {
  /// Spotify's accounts service.
  ///
  /// Register the redirect address of a sign-in in the service's dashboard.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - clientSecret: The app's secret, for servers and for tools of the app's owner. Without one,
  ///     users sign in with a proof key, and the app has no tokens of its own.
  ///   - scopes: The permissions that a user is asked for.
  ///   - accounts: The accounts service: HTTPS, or HTTP on this machine. A path is kept as a prefix.
  public static func spotify(
    clientID: String,
    clientSecret: String? = nil,
    scopes: Set<Spotify.Scope> = [],
    accounts: URL = .spotifyAccounts
  ) -> OAuthConfiguration {
    OAuthConfiguration(
      service: .spotify,
      authorizationURL: accounts.appending(path: "authorize"),
      tokenURL: accounts.appending(path: "api/token"),
      clientID: clientID,
      clientSecret: clientSecret,
      scopes: Set(scopes.map(\.rawValue))
    )
  }

  /// Spotify's accounts service, with the app's own server as the only place with the app's secret.
  ///
  /// The server has two endpoints, as required by Spotify's mobile SDKs. `Examples/token-swap` is
  /// such a server.
  ///
  /// - Parameters:
  ///   - clientID: The app's id, for the page of a sign-in.
  ///   - swapURL: The endpoint that redeems codes: HTTPS, or HTTP on this machine.
  ///   - refreshURL: The endpoint that redeems refresh tokens.
  ///   - scopes: The permissions that a user is asked for.
  ///   - accounts: The accounts service, for the page of a sign-in.
  public static func spotify(
    clientID: String,
    swapURL: URL,
    refreshURL: URL,
    scopes: Set<Spotify.Scope> = [],
    accounts: URL = .spotifyAccounts
  ) -> OAuthConfiguration {
    var configuration = spotify(clientID: clientID, scopes: scopes, accounts: accounts)
    configuration.authentication = .ownServer
    configuration.tokenURL = swapURL
    configuration.refreshURL = refreshURL
    return configuration
  }
}

extension URL {
  /// Spotify's accounts service.
  public static var spotifyAccounts: URL {
    URL(string: "https://accounts.spotify.com") ?? URL(filePath: "/")
  }
}

extension OAuthToken {
  /// The date when a Spotify user must sign in again: six months after the last sign-in, regardless
  /// of refreshes (the service's rule since July 2026). The service decides. `nil` if the date of
  /// the sign-in is unknown.
  public var spotifySignInEndsAt: Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return authorizedAt.flatMap { calendar.date(byAdding: .month, value: 6, to: $0) }
  }
}
