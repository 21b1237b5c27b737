import Foundation

/// The endpoints of Jellyfin.
struct JellyfinEndpoints {
  typealias Handler = @Sendable (JellyfinEndpoints, [String]) throws -> SimulatedResponse

  let request: SimulatedRequest
  let writer: JellyfinWriter
  let state: JellyfinState
  let previewStore: PreviewStore
  let authorization: JellyfinAuthorization

  var catalog: InventedCatalog { writer.catalog }

  /// The endpoints without a token.
  static let openRoutes: [Route<Handler>] = [
    Route("GET /System/Info/Public") { endpoints, _ in
      let product = endpoints.state.isEmby ? "Emby Server" : "Jellyfin Server"
      return .json([
        "ServerName": "Simulated", "Version": "10.10.7", "ProductName": .string(product),
        "Id": .string(JellyfinWriter.serverID), "StartupWizardCompleted": true,
      ])
    },
    Route("POST /Users/AuthenticateByName") { endpoints, _ in try endpoints.signIn() },
    Route("POST /QuickConnect/Initiate") { endpoints, _ in try endpoints.startQuickConnect() },
    Route("GET /QuickConnect/Connect") { endpoints, _ in try endpoints.quickConnect() },
    Route("POST /Users/AuthenticateWithQuickConnect") { endpoints, _ in
      let secret = endpoints.request.object?["Secret"] as? String ?? ""
      guard let device = endpoints.state.redeem(secret, at: endpoints.request.now) else {
        throw Refusal(.text(401, ""))
      }
      return endpoints.signedIn(device)
    },
    Route("GET /Items/{id}/Images/{kind}") { try $0.picture($1[0]) },
  ]

  static let routes: [Route<Handler>] = [
    Route("POST /QuickConnect/Authorize") { endpoints, _ in
      let isKnown = endpoints.state.authorize(code: endpoints["code"] ?? "")
      return isKnown ? .json(true) : .text(404, "Unknown quick connect code")
    },
    Route("POST /Sessions/Logout") { endpoints, _ in
      endpoints.state.end(endpoints.authorization["Token"] ?? "")
      return SimulatedResponse(status: 204)
    },
    Route("GET /Users/Me") { endpoints, _ in
      // An API key belongs to no user.
      guard endpoints.authorization["Token"] != endpoints.state.keys.apiKey else {
        throw Refusal(.text(400, "Error processing request."))
      }
      return .json(endpoints.writer.user(endpoints.state.keys.user))
    },
    Route("GET /Users") { endpoints, _ in
      .json([endpoints.writer.user(endpoints.state.keys.user)])
    },
    Route("GET /Users/{user}") { endpoints, values in
      try endpoints.checkUser(values[0])
      return .json(endpoints.writer.user(endpoints.state.keys.user))
    },
    Route("GET /Items") { endpoints, _ in try endpoints.items() },
    Route("GET /Items/Counts") { endpoints, _ in
      .json(["SongCount": .number(endpoints.catalog.songs.count)])
    },
    Route("DELETE /Items/{id}") { endpoints, values in
      guard endpoints.state.removeList(values[0]) else { throw Self.notFound }
      return SimulatedResponse(status: 204)
    },
    Route("GET /Artists/AlbumArtists") { endpoints, _ in try endpoints.artists() },
    Route("GET /MusicGenres") { endpoints, _ in
      endpoints.list(Genre.all.indices.map { endpoints.writer.genre($0) })
    },
    Route("POST /UserFavoriteItems/{id}") { try $0.setFavorite(true, $1[0], isNew: true) },
    Route("DELETE /UserFavoriteItems/{id}") { try $0.setFavorite(false, $1[0], isNew: true) },
    Route("POST /Users/{user}/FavoriteItems/{id}") { try $0.setFavorite(true, $1[1]) },
    Route("DELETE /Users/{user}/FavoriteItems/{id}") { try $0.setFavorite(false, $1[1]) },
    Route("POST /Playlists") { endpoints, _ in try endpoints.makePlaylist() },
    Route("GET /Playlists/{id}/Items") { try $0.songs(ofPlaylist: $1[0]) },
    Route("POST /Playlists/{id}/Items") { endpoints, values in
      let songs = try endpoints.listed("ids").map { try endpoints.index($0, "Audio") }
      guard endpoints.state.add(songs, to: values[0]) else { throw Self.notFound }
      return SimulatedResponse(status: 204)
    },
    Route("DELETE /Playlists/{id}/Items") { endpoints, values in
      guard endpoints.state.remove(endpoints.listed("entryIds"), from: values[0]) else {
        throw Self.notFound
      }
      return SimulatedResponse(status: 204)
    },
    Route("GET /Audio/{id}/Lyrics") { try $0.lyrics($1[0]) },
    Route("GET /Audio/{id}/{file}") { try $0.stream($1[0], $1[1]) },
    Route("POST /Sessions/Playing") { try $0.report("started", $1) },
    Route("POST /Sessions/Playing/Progress") { try $0.report("progress", $1) },
    Route("POST /Sessions/Playing/Stopped") { try $0.report("stopped", $1) },
  ]

  static let notFound = Refusal(.text(404, ""))

  /// The answer of the first matching route; `nil` if none matches.
  func answer(from routes: [Route<Handler>]) throws -> SimulatedResponse? {
    for route in routes where route.endpoint.method == request.readMethod {
      guard let values = route.endpoint.values(in: request.path) else { continue }
      return try route.handler(self, values)
    }
    return nil
  }

  /// The value of a parameter.
  subscript(name: String) -> String? {
    request.query.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  func listed(_ name: String) -> [String] { Query.split(self[name] ?? "") }

  // MARK: - Sign-in

  private func signIn() throws -> SimulatedResponse {
    let body = request.object
    guard let device = authorization["DeviceId"] else { throw Refusal(.text(400, "")) }
    guard body?["Username"] as? String == state.keys.user,
      body?["Pw"] as? String == state.keys.password
    else { throw Refusal(.text(401, "Error processing request.")) }
    return signedIn(device)
  }

  private func signedIn(_ device: String) -> SimulatedResponse {
    .json([
      "User": writer.user(state.keys.user), "AccessToken": .string(state.grant(device)),
      "ServerId": .string(JellyfinWriter.serverID),
    ])
  }

  private func startQuickConnect() throws -> SimulatedResponse {
    guard !state.isEmby else { throw Self.notFound }
    guard state.hasQuickConnect else { throw Refusal(.text(401, "Quick connect is disabled")) }
    guard let device = authorization["DeviceId"] else { throw Refusal(.text(400, "")) }
    let attempt = state.startQuickConnect(device, at: request.now)
    return .json([
      "Authenticated": false, "Secret": .string(attempt.secret), "Code": .string(attempt.code),
    ])
  }

  private func quickConnect() throws -> SimulatedResponse {
    let secret = self["secret"] ?? ""
    guard let attempt = state.quickConnect(secret, at: request.now) else {
      throw Refusal(.text(404, "Unknown secret"))
    }
    return .json([
      "Authenticated": .bool(attempt.isAuthorized), "Secret": .string(secret),
      "Code": .string(attempt.code),
    ])
  }

  // MARK: - Changes

  private func setFavorite(
    _ isFavorite: Bool,
    _ id: String,
    isNew: Bool = false
  ) throws -> SimulatedResponse {
    guard !isNew || !state.isEmby else { throw Self.notFound }
    guard writer.ids.item(id) != nil else { throw Self.notFound }
    state.setFavorite(isFavorite, id)
    return .json(["IsFavorite": .bool(isFavorite), "ItemId": .string(id)])
  }

  private func makePlaylist() throws -> SimulatedResponse {
    guard let name = request.object?["Name"] as? String, !name.isEmpty,
      let ids = request.object?["Ids"] as? [String]
    else { throw Refusal(.text(400, "")) }
    let id = state.makeList(name, try ids.map { try index($0, "Audio") })
    return .json(["Id": .string(id)])
  }

  private func report(_ moment: String, _: [String]) throws -> SimulatedResponse {
    guard let body = request.object, let item = body["ItemId"] as? String,
      writer.ids.item(item)?.type == "Audio"
    else { throw Refusal(.text(400, "")) }
    state.add(
      JellyfinPlaybackReport(
        moment: moment,
        item: item,
        session: body["PlaySessionId"] as? String ?? "",
        ticks: body["PositionTicks"] as? Int ?? 0,
        isPaused: body["IsPaused"] as? Bool ?? false
      )
    )
    return SimulatedResponse(status: 204)
  }

  // MARK: - Names

  /// The index of an item of a type. The server refuses texts that cannot be ids.
  func index(_ id: String, _ type: String) throws -> Int {
    guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else {
      throw Refusal(.text(400, "The value '\(id)' is not valid."))
    }
    guard let item = writer.ids.item(id), item.type == type else { throw Self.notFound }
    return item.index
  }

  func checkUser(_ id: String) throws {
    guard id == JellyfinWriter.userID else { throw Self.notFound }
  }
}
