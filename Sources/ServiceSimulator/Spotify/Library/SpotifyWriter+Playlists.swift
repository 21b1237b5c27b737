/// Playlists and what is in them.
extension SpotifyWriter {
  /// The member's name since March 2026, and before.
  enum ItemForm: String {
    case item
    case track

    var list: String { self == .item ? "items" : "tracks" }
  }

  /// Without members, as lists have it.
  func simplePlaylist(_ playlist: SpotifyPlaylist) -> JSONObject {
    let form: ItemForm = isDevelopment ? .item : .track
    var object = reference("playlist", playlist.id)
    object["collaborative"] = .bool(playlist.isCollaborative)
    object["description"] = playlist.description.map { .string($0) } ?? .null
    object["images"] = playlist.picture.map { images(.playlist, $0) } ?? .null
    object["name"] = .string(playlist.name)
    var owner = reference("user", playlist.ownerID)
    owner["display_name"] = .string(playlist.ownerName)
    object["owner"] = .object(owner)
    object["primary_color"] = .null
    object["public"] = playlist.isPublic.map { .bool($0) } ?? .null
    object["snapshot_id"] = .string(playlist.snapshot)
    object[form.list] = [
      "href": .string("\(base)/v1/playlists/\(playlist.id)/\(form.list)"),
      "total": .number(playlist.members.count),
    ]
    return object
  }

  func playlist(_ playlist: SpotifyPlaylist) -> JSON {
    let form: ItemForm = isDevelopment ? .item : .track
    var object = simplePlaylist(playlist)
    if !isDevelopment { object["followers"] = ["href": .null, "total": .number(1_200)] }
    object[form.list] = members(
      of: playlist,
      form,
      SpotifyPage(limit: 100, offset: 0),
      keeping: market.map { [(name: "market", value: $0)] } ?? []
    )
    return .object(object)
  }

  func members(
    of playlist: SpotifyPlaylist,
    _ form: ItemForm,
    _ page: SpotifyPage,
    keeping pairs: [(name: String, value: String)]
  ) -> JSON {
    page.json(
      playlist.members[page.range(of: playlist.members.count)].map { member($0, form) },
      total: playlist.members.count,
      at: "\(base)/v1/playlists/\(playlist.id)/\(form.list)",
      keeping: pairs
    )
  }

  private func member(_ member: SpotifyPlaylist.Member, _ form: ItemForm) -> JSON {
    var object: JSONObject = [
      "added_at": .string(member.addedAt),
      "added_by": .object(reference("user", SpotifyPlaylist.user)),
      "primary_color": .null, "video_thumbnail": ["url": .null],
    ]
    switch member.item {
    case .song(let index): object[form.rawValue] = track(index)
    case .episode(let number): object[form.rawValue] = episode(number)
    case .local(let number): object[form.rawValue] = localTrack(number)
    case .removed: object[form.rawValue] = .null
    }
    switch member.item {
    case .local: object["is_local"] = true
    case .song, .episode, .removed: object["is_local"] = false
    }
    return .object(object)
  }

  private func localTrack(_ number: Int) -> JSON {
    var object: JSONObject = [
      "album": [
        "album_type": .null, "artists": [], "external_urls": [:], "href": .null, "id": .null,
        "images": [], "name": "Home Tapes", "release_date": .null, "release_date_precision": .null,
        "type": "album", "uri": .null,
      ],
      "artists": [
        [
          "external_urls": [:], "href": .null, "id": .null, "name": "Mira & Friends",
          "type": "artist", "uri": .null,
        ]
      ],
      "disc_number": 0, "duration_ms": .number(181_000 + number * 1_000), "explicit": false,
      "external_ids": [:], "external_urls": [:], "href": .null, "id": .null, "is_local": true,
      "name": .string("Kitchen Song \(number + 1)"), "preview_url": .null, "track_number": 0,
      "type": "track",
      "uri": .string(
        "spotify:local:Mira+%26+Friends:Home+Tapes:Kitchen+Song+\(number + 1):\(181 + number)"
      ),
    ]
    if !isDevelopment {
      object["available_markets"] = []
      object["popularity"] = 0
    }
    return .object(object)
  }
}
