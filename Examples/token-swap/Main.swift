import Foundation
import PlayerKitServices
import PlayerKitSpotify

/// A server for apps whose `OAuthConfiguration` names an own server: it redeems codes and refresh tokens for an app on a phone, so
/// that the app's secret stays off the phone.
///
///     SPOTIFY_CLIENT_ID=… SPOTIFY_CLIENT_SECRET=… SPOTIFY_REDIRECT_URI=myapp://callback \
///       swift run token-swap [PORT]
///
/// It listens on 127.0.0.1 (port 8080 by default) and uses HTTP. Put a server with a certificate in
/// front of it, which also limits the rate of requests per address. Then give the app both
/// addresses:
///
///     OAuthConfiguration.spotify(clientID: …, swapURL: …/swap, refreshURL: …/refresh)
///
/// - `POST /swap` with the form `code=…` (and `code_verifier=…` if the sign-in used PKCE)
/// - `POST /refresh` with the form `refresh_token=…`
///
/// Both return the response of Spotify's accounts service, and store nothing.
/// `SPOTIFY_ACCOUNTS_URL` names another accounts service, such as a simulated one.
@main
enum Main {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    guard let id = environment["SPOTIFY_CLIENT_ID"],
      let secret = environment["SPOTIFY_CLIENT_SECRET"],
      let redirectURI = environment["SPOTIFY_REDIRECT_URI"],
      let port = UInt16(CommandLine.arguments.dropFirst().first ?? "8080")
    else {
      complain("usage: token-swap [PORT], with SPOTIFY_CLIENT_ID, …_SECRET and …_REDIRECT_URI set")
      exit(2)
    }
    do {
      let client = try OAuthClient(
        .spotify(
          clientID: id,
          clientSecret: secret,
          accounts: environment["SPOTIFY_ACCOUNTS_URL"].flatMap { URL(string: $0) }
            ?? .spotifyAccounts
        ),
        transport: NetworkTransport()
      )
      let server = try await TokenSwapServer.start(
        client: client,
        redirectURI: redirectURI,
        port: port
      )
      // Written at once, even if standard output is a file.
      let lines = "swap: \(server.swapURL)\nrefresh: \(server.refreshURL)\n"
      FileHandle.standardOutput.write(Data(lines.utf8))
      try await server.wait()
    } catch {
      complain("token-swap: \(error)")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
