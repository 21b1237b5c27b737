import Foundation
import HTTPTypes
import PlayerKitServices

extension OAuthConfiguration {
  /// SoundCloud's authorization server.
  ///
  /// The service requires the secret with each request for tokens, also for users. A distributed
  /// app cannot keep it secret, so it should request tokens through its own server. A refresh token
  /// works only once. For an app itself, the service issues 50 tokens per 12 hours, and 30 per hour
  /// to an address, so tools that run often need a store on disk.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - clientSecret: The app's secret.
  ///   - accounts: The authorization server: HTTPS, or HTTP on this machine. A path is kept as a
  ///     prefix.
  public static func soundCloud(
    clientID: String,
    clientSecret: String,
    accounts: URL = .soundCloudAccounts
  ) -> OAuthConfiguration {
    var configuration = OAuthConfiguration(
      service: .soundCloud,
      authorizationURL: accounts.appending(path: "authorize"),
      tokenURL: accounts.appending(path: "oauth/token"),
      clientID: clientID,
      clientSecret: clientSecret
    )
    configuration.authentication = .form
    configuration.firstPause = .seconds(2)
    configuration.longestPause = .seconds(900)
    let signOut = accounts.appending(path: "sign-out")
    configuration.revocation = { token in
      var call = try? HTTPTransportRequest(
        signOut,
        method: .post,
        fields: [
          .contentType: "application/json", .accept: "application/json",
          .cacheControl: "no-store",
        ]
      )
      call?.body = try? JSONEncoder().encode(["access_token": token.accessToken])
      return call
    }
    return configuration
  }
}

extension URL {
  /// SoundCloud's authorization server.
  public static var soundCloudAccounts: URL {
    URL(string: "https://secure.soundcloud.com") ?? URL(filePath: "/")
  }
}
