import Foundation

/// The user, and what they have saved.
extension SpotifyEndpoints {
  static let personalRoutes: [Route<Handler>] = [
    json("GET /v1/me", .user([])) { endpoints, _ in endpoints.user() },
    json("GET /v1/me/playlists", .user(["playlist-read-private", "playlist-read-collaborative"])) {
      endpoints,
      _ in
      try endpoints.ownPlaylists()
    },
    json("GET /v1/me/tracks", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.saved("track", endpoints.library.tracks) { endpoints.writer.track($0) }
    },
    json("GET /v1/me/albums", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.saved("album", endpoints.library.albums) { endpoints.writer.album($0) }
    },
    json("GET /v1/me/top/tracks", .user(["user-top-read"])) { endpoints, _ in
      try endpoints.top(endpoints.catalog.songs.map(\.index)) { endpoints.writer.track($0) }
    },
    json("GET /v1/me/top/artists", .user(["user-top-read"])) { endpoints, _ in
      try endpoints.top(endpoints.catalog.artists.map(\.index), endpoints.writer.artist)
    },
    json("GET /v1/me/following", .user(["user-follow-read"])) { endpoints, _ in
      try endpoints.following()
    },
    json("GET /v1/me/library/contains", .user(["user-library-read"])) { endpoints, _ in
      .array(try endpoints.things().map { .bool(endpoints.library.holds($0)) })
    },
    route("PUT /v1/me/library", .user(["user-library-modify"])) { endpoints, _ in
      for thing in try endpoints.things() { endpoints.library.save(thing, at: endpoints.call.now) }
      return SimulatedResponse(status: 200)
    },
    route("DELETE /v1/me/library", .user(["user-library-modify"])) { endpoints, _ in
      for thing in try endpoints.things() { endpoints.library.remove(thing) }
      return SimulatedResponse(status: 200)
    },
  ]

  func ownPlaylists() throws(SpotifyFailure) -> JSON {
    call.page(try call.page(), of: library.own) { .object(writer.simplePlaylist($0)) }
  }

  /// Others for each time, and no more of them than that.
  private func top(_ all: [Int], _ write: (Int) -> JSON) throws(SpotifyFailure) -> JSON {
    let ranges = ["short_term": 3, "medium_term": 5, "long_term": 7]
    guard let step = ranges[call.query["time_range"] ?? "medium_term"] else {
      throw .bad("Invalid time range")
    }
    let chosen = stride(from: 0, to: min(all.count, 40 * step), by: step).map { all[$0] }
    return call.page(try call.page(), of: chosen, write)
  }

  /// By a cursor: the artist before.
  private func following() throws(SpotifyFailure) -> JSON {
    guard call.query["type"] == "artist" else { throw .bad("Invalid type") }
    let limit = try call.query.limit(20, most: 50)
    let all = library.followed.sorted().compactMap { uri -> String? in
      uri.hasPrefix("spotify:artist:") ? uri.split(separator: ":").last.map { String($0) } : nil
    }
    let start = call.query["after"].flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let shown = Array(all.dropFirst(start).prefix(limit))
    var members: [JSON] = []
    for id in shown { members.append(writer.artist(try call.artist(id))) }
    let last = start + shown.count < all.count ? shown.last : nil
    let next = last.map { "\(call.address)?type=artist&after=\($0)&limit=\(limit)" }
    return [
      "artists": [
        "href": .string(call.address), "limit": .number(limit), "total": .number(all.count),
        "next": next.map { .string($0) } ?? .null,
        "cursors": ["after": last.map { .string($0) } ?? .null], "items": .array(members),
      ]
    ]
  }

  private func saved(
    _ name: String,
    _ list: [SpotifyLibrary.Saved],
    _ write: (Int) -> JSON
  ) throws(SpotifyFailure) -> JSON {
    call.page(try call.page(), of: list) { saved in
      ["added_at": .string(Self.text(saved.addedAt)), name: write(saved.index)]
    }
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
