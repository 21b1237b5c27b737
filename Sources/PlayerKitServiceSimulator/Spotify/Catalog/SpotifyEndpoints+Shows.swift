/// Three podcasts with twenty episodes each.
extension SpotifyEndpoints {
  static let showRoutes: [Route<Handler>] = [
    json("GET /v1/shows/{id}") { $0.writer.show(try $0.call.show($1)) },
    json("GET /v1/shows/{id}/episodes") {
      let episodes = Array(SpotifyShow.all[try $0.call.show($1)].episodes)
      return try $0.call.list(episodes, $0.writer.episode)
    },
    json("GET /v1/episodes/{id}") { $0.writer.episode(try $0.call.episode($1)) },
    json("GET /v1/me/shows", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.followed("show") { endpoints.writer.show(try endpoints.call.show($0)) }
    },
    json("GET /v1/me/episodes", .user(["user-library-read"])) { endpoints, _ in
      try endpoints.followed("episode") { endpoints.writer.episode(try endpoints.call.episode($0)) }
    },
  ]

  private func followed(_ kind: String, _ write: (String) throws -> JSON) throws -> JSON {
    let items: [JSON] = try library.followed(kind).map {
      ["added_at": "2026-02-11T10:00:00Z", kind: try write($0)]
    }
    return try call.list(items) { $0 }
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
  func show(_ id: String) throws -> Int {
    try writer.ids.index(id, writer.ids.shows, of: SpotifyShow.all.indices)
  }

  func episode(_ id: String) throws -> Int {
    try writer.ids.index(id, writer.ids.episodes, of: 0..<SpotifyShow.all.count * 20)
  }
}

extension SpotifyWriter {
  private static let talk: JSON = [
    "description": "Talk between songs that do not exist.", "explicit": false, "languages": ["en"],
  ]

  func episode(_ number: Int) -> JSON {
    simpleEpisode(number) + ["show": simpleShow(number / 20 % SpotifyShow.all.count)]
  }

  func show(_ index: Int) -> JSON {
    simpleShow(index) + [
      "episodes": Self.page(
        Page(limit: 50),
        of: Array(SpotifyShow.all[index].episodes),
        at: "\(base)/v1/shows/\(ids.shows.base62(index))/episodes",
        simpleEpisode
      )
    ]
  }

  func simpleShow(_ index: Int) -> JSON {
    reference("show", ids.shows.base62(index)) + Self.talk + [
      "name": .string(SpotifyShow.all[index].name), "publisher": "Mira",
      "images": images(.group, index), "media_type": "audio",
      "total_episodes": .number(SpotifyShow.all[index].episodes.count),
    ]
  }

  private func simpleEpisode(_ number: Int) -> JSON {
    reference("episode", ids.episodes.base62(number)) + Self.talk + [
      "name": .string(SpotifyShow.name(ofEpisode: number)), "audio_preview_url": .null,
      "duration_ms": .number(1_800_000 + number * 1_000), "images": images(.group, number),
      "is_externally_hosted": false, "is_playable": true, "release_date": "2026-02-11",
      "release_date_precision": "day",
    ]
  }
}
