/// Podcasts: three of them, with twenty episodes each.
extension SpotifyEndpoints {
  static let showRoutes: [Route<Handler>] = [
    json("GET /v1/shows/:id") { $0.writer.show(try $0.call.show($1)) },
    json("GET /v1/shows/:id/episodes") {
      let episodes = Array(SpotifyShow.all[try $0.call.show($1)].episodes)
      return $0.call.page(try $0.call.page(), of: episodes, $0.writer.episode)
    },
    json("GET /v1/episodes/:id") { $0.writer.episode(try $0.call.episode($1)) },
    json("GET /v1/me/shows", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.saved("show") { endpoints.writer.show(try endpoints.call.show($0)) }
    },
    json("GET /v1/me/episodes", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.saved("episode") { endpoints.writer.episode(try endpoints.call.episode($0)) }
    },
  ]

  private func saved(_ kind: String, _ write: (String) throws -> JSON) throws -> JSON {
    let ids = library.followed.sorted().filter { $0.hasPrefix("spotify:\(kind):") }
    let items = try ids.map { uri in
      ["added_at": "2026-02-11T10:00:00Z", kind: try write(String(uri.split(separator: ":")[2]))]
        as JSON
    }
    return call.page(try call.page(), of: items) { $0 }
  }
}

struct SpotifyShow {
  let name: String
  let episodes: Range<Int>

  static let all = ["The Morning Hour", "Night Desk", "Long Shadows"].enumerated().map {
    SpotifyShow(name: $0.element, episodes: $0.offset * 20..<$0.offset * 20 + 20)
  }

  static func name(ofEpisode number: Int) -> String {
    "\(all[number / 20 % all.count].name), No. \(number % 20 + 1)"
  }
}

extension SpotifyCall {
  func show(_ id: String) throws(SpotifyFailure) -> Int {
    try ids.index(id, \.shows, of: SpotifyShow.all.indices)
  }

  func episode(_ id: String) throws(SpotifyFailure) -> Int {
    try ids.index(id, \.episodes, of: 0..<SpotifyShow.all.count * 20)
  }
}

extension SpotifyWriter {
  func episode(_ number: Int) -> JSON {
    var object = simpleEpisode(number)
    object["show"] = .object(simpleShow(number / 20 % SpotifyShow.all.count))
    return .object(object)
  }

  func show(_ index: Int) -> JSON {
    var object = simpleShow(index)
    let episodes = SpotifyShow.all[index].episodes
    object["episodes"] = SpotifyPage(limit: 50, offset: 0).json(
      episodes.map { .object(simpleEpisode($0)) },
      total: episodes.count,
      at: "\(base)/v1/shows/\(ids.shows.base62(index))/episodes"
    )
    return .object(object)
  }

  func simpleShow(_ index: Int) -> JSONObject {
    var object = reference("show", ids.shows.base62(index))
    object["name"] = .string(SpotifyShow.all[index].name)
    object["publisher"] = "Mira"
    object["description"] = "Talk between songs that do not exist."
    object["images"] = images(.group, index)
    object["total_episodes"] = .number(SpotifyShow.all[index].episodes.count)
    object["explicit"] = false
    object["media_type"] = "audio"
    object["languages"] = ["en"]
    return object
  }

  private func simpleEpisode(_ number: Int) -> JSONObject {
    var object = reference("episode", ids.episodes.base62(number))
    object["name"] = .string(SpotifyShow.name(ofEpisode: number))
    object["description"] = "Talk between songs that do not exist."
    object["audio_preview_url"] = .null
    object["duration_ms"] = .number(1_800_000 + number * 1_000)
    object["explicit"] = false
    object["images"] = images(.group, number)
    object["is_externally_hosted"] = false
    object["is_playable"] = true
    object["languages"] = ["en"]
    object["release_date"] = "2026-02-11"
    object["release_date_precision"] = "day"
    return object
  }
}
