import Foundation

/// The user and the user's saved items.
extension SpotifyEndpoints {
  static let personalRoutes: [Route<Handler>] = [
    json("GET /v1/me", .user([])) { endpoints, _ in endpoints.user() },
    json("GET /v1/me/playlists", .user(["playlist-read-private", "playlist-read-collaborative"])) {
      endpoints,
      _ in
      try endpoints.ownPlaylists()
    },
    json("GET /v1/me/tracks", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.saved("track") { endpoints.writer.track(try endpoints.call.song($0)) }
    },
    json("GET /v1/me/albums", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.saved("album") { endpoints.writer.album(try endpoints.call.album($0)) }
    },
    json("GET /v1/me/top/tracks", .user(["user-top-read"])) { endpoints, _ in
      try endpoints.top(endpoints.catalog.songs.count, endpoints.writer.track)
    },
    json("GET /v1/me/top/artists", .user(["user-top-read"])) { endpoints, _ in
      try endpoints.top(endpoints.catalog.artists.count, endpoints.writer.artist)
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

  func ownPlaylists() throws -> JSON { try call.list(library.own, writer.simplePlaylist) }

  /// The top items, which differ between the time ranges and are limited to `count`.
  private func top(_ count: Int, _ write: (Int) -> JSON) throws -> JSON {
    let ranges = ["short_term": 3, "medium_term": 5, "long_term": 7]
    guard let step = ranges[call.query["time_range"] ?? "medium_term"] else {
      throw SpotifyFailure.bad("Invalid time range")
    }
    return try call.list(Array(stride(from: 0, to: min(count, 40 * step), by: step)), write)
  }

  /// Pages by a cursor, which is the last artist of the page before.
  private func following() throws -> JSON {
    guard call.query["type"] == "artist" else { throw SpotifyFailure.bad("Invalid type") }
    let limit = try call.limit()
    let all = library.followed("artist")
    let start = call.query["after"].flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let shown = all.dropFirst(start).prefix(limit)
    let last = start + shown.count < all.count ? shown.last : nil
    let next = last.map { "\(call.address)?type=artist&after=\($0)&limit=\(limit)" }
    return [
      "artists": [
        "href": .string(call.address), "limit": .number(limit), "total": .number(all.count),
        "next": .string(next) ?? .null, "cursors": ["after": .string(last) ?? .null],
        "items": .array(try shown.map { writer.artist(try call.artist($0)) }),
      ]
    ]
  }

  private func saved(_ kind: String, _ write: (String) throws -> JSON) throws -> JSON {
    let all = library.saved(kind)
    let page = try call.page()
    let shown = try page.slice(of: all).map { saved -> JSON in
      ["added_at": .string(Self.text(saved.addedAt)), kind: try write(saved.id)]
    }
    // Members of other pages need not be written.
    let start = min(page.offset, all.count)
    return try call.list(Array(all.indices), page: page) { shown[$0 - start] }
  }

  /// In development mode only the public fields, otherwise the fields that the scopes allow.
  private func user() -> JSON {
    let isPrivate = call.scopes?.contains("user-read-private") != true
    let account = OpaqueID(kind: 31, seed: catalog.seed).base62(0)
    return writer.reference("user", SpotifyPlaylist.user) + [
      "display_name": "Mira", "images": writer.images(.artist, 0),
      "account_id": .string("acc_" + account),
    ]
      + writer.extended([
        "followers": ["href": .null, "total": 42],
        "country": isPrivate ? nil : .string(call.settings.country),
        "product": isPrivate ? nil : call.settings.isPremium ? "premium" : "free",
        "explicit_content": isPrivate ? nil : ["filter_enabled": false, "filter_locked": false],
        "email": call.scopes?.contains("user-read-email") == true ? "mira@example.com" : nil,
      ])
  }

  /// The URIs in a request. Tracks and albums must exist.
  private func things() throws -> [String] {
    try call.list("uris", most: 40).map { uri in
      let (kind, id) = try SpotifyCall.parts(of: uri)
      switch kind {
      case "track": _ = try call.song(id)
      case "album": _ = try call.album(id)
      case "artist", "playlist", "show", "episode", "audiobook", "user": break
      default: throw SpotifyFailure.bad("Invalid uri: \(uri)")
      }
      return uri
    }
  }

  static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
  }
}
