import Foundation

/// What the environment says of accounts. Secrets are never arguments: those are seen by everybody.
struct Secrets: Sendable {
  var developerToken: String?
  var userToken: String?
  /// The storefront whose catalog is asked: not secret, but it belongs to the tokens.
  var storefront: String
  var spotifyClientID: String?
  var spotifyClientSecret: String?

  init(
    developerToken: String? = nil,
    userToken: String? = nil,
    storefront: String = "us",
    spotifyClientID: String? = nil,
    spotifyClientSecret: String? = nil
  ) {
    self.developerToken = developerToken
    self.userToken = userToken
    self.storefront = storefront
    self.spotifyClientID = spotifyClientID
    self.spotifyClientSecret = spotifyClientSecret
  }

  /// Reads the environment; an empty variable is none.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      developerToken: value("APPLE_MUSIC_DEVELOPER_TOKEN"),
      userToken: value("APPLE_MUSIC_USER_TOKEN"),
      storefront: value("APPLE_MUSIC_STOREFRONT") ?? "us",
      spotifyClientID: value("SPOTIFY_CLIENT_ID"),
      spotifyClientSecret: value("SPOTIFY_CLIENT_SECRET")
    )
  }
}
