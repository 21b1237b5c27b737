import Foundation

/// Everything below `/v1/me` but the player.
struct SpotifyPersonalEndpoints {
  let call: SpotifyCall
  var library: SpotifyLibrary

  private var writer: SpotifyWriter { call.writer }

  mutating func answer(_ rest: [String]) throws(SpotifyFailure) -> SimulatedResponse {
    guard call.scopes != nil else { throw .forbidden }
    switch (call.method, rest) {
    case ("GET", []): return .json(user())
    case ("GET", ["playlists"]):
      try call.wantsUser("playlist-read-private", "playlist-read-collaborative")
      return .json(
        call.page(try call.page(), of: library.own) { .object(writer.simplePlaylist($0)) }
      )
    case ("POST", ["playlists"]): return try makePlaylist()
    case ("GET", ["tracks"]):
      try call.wantsUser("user-library-read")
      return .json(
        call.page(try call.page(), of: library.tracks) { saved in
          ["added_at": .string(Self.text(saved.addedAt)), "track": writer.track(saved.index)]
        }
      )
    case ("GET", ["albums"]):
      try call.wantsUser("user-library-read")
      return .json(
        call.page(try call.page(), of: library.albums) { saved in
          ["added_at": .string(Self.text(saved.addedAt)), "album": writer.album(saved.index)]
        }
      )
    case ("GET", ["library", "contains"]):
      try call.wantsUser("user-library-read")
      return .json(.array(try things().map { .bool(library.holds($0)) }))
    case ("PUT", ["library"]):
      try call.wantsUser("user-library-modify")
      for thing in try things() { library.save(thing, at: call.now) }
      return SimulatedResponse(status: 200)
    case ("DELETE", ["library"]):
      try call.wantsUser("user-library-modify")
      for thing in try things() { library.remove(thing) }
      return SimulatedResponse(status: 200)
    case _: throw .noService
    }
  }

  mutating func makePlaylist() throws(SpotifyFailure) -> SimulatedResponse {
    let body = try call.body()
    guard let name = body["name"] as? String, !name.isEmpty else { throw .missing("name") }
    let isPublic = body["public"] as? Bool ?? true
    try call.wantsUser(isPublic ? "playlist-modify-public" : "playlist-modify-private")
    let playlist = library.makePlaylist(
      name: name,
      description: body["description"] as? String,
      isPublic: isPublic,
      isCollaborative: body["collaborative"] as? Bool ?? false
    )
    return .json(status: 201, writer.playlist(playlist))
  }

  /// In development mode only what is everybody's to see; else what the scopes show.
  private func user() -> JSON {
    var object = writer.reference("user", SpotifyPlaylist.user)
    object["display_name"] = "Mira"
    object["images"] = writer.images(.artist, 0)
    object["account_id"] = .string("acc_" + OpaqueID(kind: 31, seed: writer.catalog.seed).base62(0))
    guard !writer.isDevelopment else { return .object(object) }
    object["followers"] = ["href": .null, "total": 42]
    if call.scopes?.contains("user-read-private") == true {
      object["country"] = .string(call.settings.country)
      object["product"] = call.settings.isPremium ? "premium" : "free"
      object["explicit_content"] = ["filter_enabled": false, "filter_locked": false]
    }
    if call.scopes?.contains("user-read-email") == true {
      object["email"] = "mira@example.com"
    }
    return .object(object)
  }

  private func things() throws(SpotifyFailure) -> [SpotifyLibrary.Thing] {
    var things: [SpotifyLibrary.Thing] = []
    for uri in try call.query.list("uris", most: 40) {
      let (kind, id) = try SpotifyCall.parts(of: uri)
      switch kind {
      case "track": things.append(.track(try call.song(id)))
      case "album": things.append(.album(try call.album(id)))
      case "artist", "playlist", "show", "episode", "audiobook", "user": things.append(.other(uri))
      default: throw .bad("Invalid uri: \(uri)")
      }
    }
    return things
  }

  private static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
  }
}
