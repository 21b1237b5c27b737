import Foundation

@testable import PlayerKitServiceSimulator

/// Calls both hosts of Spotify without a server.
final class SpotifyHarness {
  static let client = ClientKey(id: "client", secret: "secret")

  let catalog = InventedCatalog.standard
  let spotify = SpotifyState(client: SpotifyHarness.client)
  let landmarks = SpotifyLandmarks(catalog: .standard)
  let ids = SpotifyIDs(seed: InventedCatalog.standard.seed)
  let service: SpotifyService
  let accounts: SpotifyAccountsService
  var now = Date(timeIntervalSince1970: 1_764_000_000)

  init(_ change: (inout SpotifySettings) -> Void = { _ in }) {
    service = SpotifyService(catalog: catalog, spotify: spotify)
    accounts = SpotifyAccountsService(spotify: spotify)
    spotify.change(change)
  }

  var appToken: String { spotify.withTokens { $0.grantApp(now: now).accessToken } }

  func userToken(_ scopes: Set<String> = SpotifyScope.all) -> String {
    spotify.withTokens { $0.grantUser(scopes: scopes, rotates: true, now: now).accessToken }
  }

  /// As the app.
  func get(_ path: String) async -> Reply {
    await send(path, headers: ["authorization": "Bearer \(appToken)"])
  }

  /// As the user.
  func me(
    _ path: String,
    method: String = "GET",
    scopes: Set<String> = SpotifyScope.all,
    body: String = ""
  ) async -> Reply {
    let headers = ["authorization": "Bearer \(userToken(scopes))"]
    return await send(path, method: method, headers: headers, body: body)
  }

  func send(
    _ path: String,
    method: String = "GET",
    headers: [String: String] = [:],
    body: String = ""
  ) async -> Reply {
    Reply(await service.respond(to: request(path, method: method, headers: headers, body: body)))
  }

  // MARK: - Accounts

  /// The target of `/authorize`, or the text of its page.
  func authorize(_ query: String) async -> (status: Int, location: String?, page: String) {
    let response = await accounts.respond(to: request("/authorize?\(query)"))
    let location = response.headers.first { $0.0 == "Location" }?.1
    return (response.status, location, String(decoding: response.body, as: UTF8.self))
  }

  func token(_ form: String, basic: String? = nil) async -> Reply {
    var headers = ["content-type": "application/x-www-form-urlencoded"]
    headers["authorization"] = basic.map { "Basic \(Data($0.utf8).base64EncodedString())" }
    return Reply(
      await accounts.respond(
        to: request("/api/token", method: "POST", headers: headers, body: form)
      )
    )
  }

  private func request(
    _ pathAndQuery: String,
    method: String = "GET",
    headers: [String: String] = [:],
    body: String = ""
  ) -> SimulatedRequest {
    let parts = pathAndQuery.split(separator: "?", maxSplits: 1).map(String.init)
    return SimulatedRequest(
      method: method,
      path: parts[0],
      query: Query.pairs(of: parts.count > 1 ? parts[1] : ""),
      headers: headers,
      body: Data(body.utf8),
      now: now,
      mediaBase: "http://127.0.0.1:1/media",
      serviceBase: "http://127.0.0.1:1/spotify"
    )
  }
}

extension Reply {
  var message: String? { text("error.message") }
  var reason: String? { text("error.reason") }
  func isNull(_ path: String) -> Bool { at(path) is NSNull }
}
