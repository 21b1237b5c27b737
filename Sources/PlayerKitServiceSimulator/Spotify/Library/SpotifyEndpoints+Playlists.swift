import Foundation

/// Endpoints to read, create, and change playlists.
extension SpotifyEndpoints {
  static let playlistRoutes: [Route<Handler>] =
    [
      playlist("GET /v1/playlists/{id}") { .json($0.writer.playlist($0.library.playlists[$1])) },
      playlist("PUT /v1/playlists/{id}") { try $0.rename($1) },
      route("POST /v1/me/playlists", .user([])) { endpoints, _ in try endpoints.makePlaylist() },
      // The old path of the user's playlists.
      json("GET /v1/users/{id}/playlists", .extended) { endpoints, user in
        guard user == SpotifyPlaylist.user else { throw SpotifyFailure.notFound }
        return try endpoints.ownPlaylists()
      },
      route("POST /v1/users/{id}/playlists", .extended) { endpoints, user in
        guard user == [SpotifyPlaylist.user] else { throw SpotifyFailure.notFound }
        return try endpoints.makePlaylist()
      },
    ]
    // The path since March 2026, and the one before it.
    + [SpotifyWriter.ItemForm.item, .track].flatMap { form in
      let path = "/v1/playlists/{id}/\(form.list)"
      let need = form == .item ? Need.nothing : .extended
      let reading = playlist("GET " + path, need) {
        .json(try $0.members(of: $0.library.playlists[$1], form))
      }
      let writing = ["POST", "PUT", "DELETE"].map { method in
        playlist("\(method) \(path)", need) { try $0.change($1) }
      }
      return [reading] + writing
    }

  /// A route for one playlist, by its index in the library.
  private static func playlist(
    _ name: String,
    _ need: Need = .nothing,
    _ handler:
      @escaping @Sendable (inout SpotifyEndpoints, Int) throws -> SimulatedResponse
  ) -> Route<Handler> {
    route(name, need) { endpoints, parameters in
      guard let id = parameters.first, OpaqueID.isBase62(id) else { throw SpotifyFailure.badID }
      let playlists = endpoints.library.playlists
      guard let index = playlists.firstIndex(where: { $0.id == id }) else {
        throw SpotifyFailure.notFound
      }
      let call = endpoints.call
      if call.isDevelopment {
        guard !playlists[index].isServices else { throw SpotifyFailure.notFound }
        guard call.scopes != nil, playlists[index].isUsers else { throw SpotifyFailure.forbidden }
      }
      if playlists[index].isPublic == false { try call.wantsUser(["playlist-read-private"]) }
      return try handler(&endpoints, index)
    }
  }

  private mutating func makePlaylist() throws -> SimulatedResponse {
    let body = try call.body()
    guard let name = body["name"] as? String, !name.isEmpty else {
      throw SpotifyFailure.missing("name")
    }
    let isPublic = body["public"] as? Bool ?? true
    try call.wantsUser([isPublic ? "playlist-modify-public" : "playlist-modify-private"])
    let playlist = library.makePlaylist(body, name: name, isPublic: isPublic)
    return .json(status: 201, writer.playlist(playlist))
  }

  private func members(
    of playlist: SpotifyPlaylist,
    _ form: SpotifyWriter.ItemForm
  ) throws -> JSON {
    // The old path has longer pages.
    let page = try form == .item ? call.page() : call.page(100, most: 100)
    return writer.members(of: playlist, form, page, keeping: call.query.pairs)
  }

  // MARK: - Changes

  private func wantsEditor(_ index: Int) throws {
    let playlist = library.playlists[index]
    try call.wantsUser([
      playlist.isPublic == true ? "playlist-modify-public" : "playlist-modify-private"
    ])
    guard playlist.isUsers else { throw SpotifyFailure.forbidden }
  }

  private mutating func rename(_ index: Int) throws -> SimulatedResponse {
    try wantsEditor(index)
    let body = try call.body()
    library.change(index) { playlist in
      if let name = body["name"] as? String { playlist.name = name }
      if let text = body["description"] as? String {
        playlist.description = SpotifyPlaylist.escaped(text)
      }
      if let isPublic = body["public"] as? Bool { playlist.isPublic = isPublic }
    }
    return SimulatedResponse(status: 200)
  }

  private mutating func change(_ index: Int) throws -> SimulatedResponse {
    try wantsEditor(index)
    let body = try call.body()
    let count = library.playlists[index].members.count
    switch call.request.method {
    case "POST":
      let added = try members(body["uris"])
      let position = body["position"] as? Int ?? count
      guard (0...count).contains(position) else { throw SpotifyFailure.bad("Index out of bounds") }
      library.change(index) { $0.members.insert(contentsOf: added, at: position) }
      return snapshot(index, status: 201)
    case "PUT":
      if body["uris"] != nil {
        let members = try members(body["uris"])
        library.change(index) { $0.members = members }
      } else {
        try move(index, body, count)
      }
    case "DELETE":
      let list = (body["items"] ?? body["tracks"]) as? [[String: Any]]
      guard let list, (1...100).contains(list.count) else { throw SpotifyFailure.missing("items") }
      let gone = Set(try list.map { try item($0["uri"]) })
      library.change(index) { $0.members.removeAll { gone.contains($0.item) } }
    default: throw SpotifyFailure.method
    }
    return snapshot(index, status: 200)
  }

  private mutating func move(_ index: Int, _ body: [String: Any], _ count: Int) throws {
    guard
      let start = body["range_start"] as? Int, let target = body["insert_before"] as? Int,
      let length = Optional(body["range_length"] as? Int ?? 1),
      (0..<max(count, 1)).contains(start), (0...count).contains(target),
      (1...max(count, 1)).contains(length), start + length <= count
    else { throw SpotifyFailure.bad("Index out of bounds") }
    library.change(index) { playlist in
      let moved = Array(playlist.members[start..<start + length])
      playlist.members.removeSubrange(start..<start + length)
      let place = target > start ? max(target - length, start) : target
      playlist.members.insert(contentsOf: moved, at: place)
    }
  }

  private func snapshot(_ index: Int, status: Int) -> SimulatedResponse {
    .json(status: status, ["snapshot_id": .string(library.playlists[index].snapshot)])
  }

  private func members(_ value: Any?) throws -> [SpotifyPlaylist.Member] {
    guard let uris = value as? [String] else { throw SpotifyFailure.missing("uris") }
    guard uris.count <= 100 else {
      throw SpotifyFailure.bad("You can add a maximum of 100 tracks per request.")
    }
    let added = Self.text(call.now)
    return try uris.map { .init(item: try item($0), addedAt: added) }
  }

  private func item(_ value: Any?) throws -> SpotifyItem {
    guard let uri = value as? String else { throw SpotifyFailure.missing("uri") }
    return .song(try call.song(uri: uri, or: "Invalid track uri: \(uri)"))
  }
}
