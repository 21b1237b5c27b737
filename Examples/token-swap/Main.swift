import Foundation
import PlayerKitServices
import PlayerKitSpotify

/// A server for `SpotifyTokenSwap`: it redeems codes and refresh tokens for an app on a phone, so
/// that the app's secret stays off the phone.
///
///     SPOTIFY_CLIENT_ID=… SPOTIFY_CLIENT_SECRET=… SPOTIFY_REDIRECT_URI=myapp://callback \
///       swift run token-swap [PORT]
///
/// It binds 127.0.0.1 (port 8080 where none is given) and speaks http: put a server with a
/// certificate before it, which also limits how often one address may ask. Then give the app both
/// addresses:
///
///     SpotifyTokenSwap(swapURL: …/swap, refreshURL: …/refresh, transport: transport)
///
/// - `POST /swap` with the form `code=…` (and `code_verifier=…`, where the sign-in had a proof key)
/// - `POST /refresh` with the form `refresh_token=…`
///
/// Both answer what Spotify's accounts service answers, and keep nothing. `SPOTIFY_ACCOUNTS_URL`
/// names another accounts service, such as a simulated one.
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
      let exchange = try SpotifyClientSecret(
        clientID: id,
        clientSecret: secret,
        transport: NetworkTransport(),
        accounts: environment["SPOTIFY_ACCOUNTS_URL"].flatMap { URL(string: $0) }
          ?? .spotifyAccounts
      )
      let server = try await TokenSwapServer.start(
        exchange: exchange,
        redirectURI: redirectURI,
        port: port
      )
      // At once, also where standard output is a file.
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
