/// Playlists and their members.
extension SpotifyWriter {
  /// The field for a member: since March 2026, and before.
  enum ItemForm: String {
    case item
    case track

    var list: String { self == .item ? "items" : "tracks" }
  }

  private var form: ItemForm { isDevelopment ? .item : .track }

  private func address(_ playlist: SpotifyPlaylist, _ form: ItemForm) -> String {
    "\(base)/v1/playlists/\(playlist.id)/\(form.list)"
  }

  /// The form in lists, without members.
  func simplePlaylist(_ playlist: SpotifyPlaylist) -> JSON {
    reference("playlist", playlist.id) + [
      "collaborative": .bool(playlist.isCollaborative),
      "description": .string(playlist.description) ?? .null,
      "images": playlist.picture.map { images(.playlist, $0) } ?? .null,
      "name": .string(playlist.name),
      "owner": reference("user", playlist.ownerID) + ["display_name": .string(playlist.ownerName)],
      "primary_color": .null, "public": playlist.isPublic.map { .bool($0) } ?? .null,
      "snapshot_id": .string(playlist.snapshot),
      form.list: [
        "href": .string(address(playlist, form)), "total": .number(playlist.members.count),
      ],
    ]
  }

  func playlist(_ playlist: SpotifyPlaylist) -> JSON {
    simplePlaylist(playlist) + extended(["followers": ["href": .null, "total": 1_200]]) + [
      form.list: members(of: playlist, form, Page(limit: 100), keeping: keptMarket)
    ]
  }

  func members(
    of playlist: SpotifyPlaylist,
    _ form: ItemForm,
    _ page: Page,
    keeping pairs: Query.Pairs
  ) -> JSON {
    Self.page(page, of: playlist.members, at: address(playlist, form), keeping: pairs) { member in
      var isLocal = false
      let item: JSON
      switch member.item {
      case .song(let index): item = track(index)
      case .episode(let number): item = episode(number)
      case .local(let number): (item, isLocal) = (localTrack(number), true)
      case .removed: item = .null
      }
      return [
        "added_at": .string(member.addedAt), "added_by": reference("user", SpotifyPlaylist.user),
        "primary_color": .null, "video_thumbnail": ["url": .null], form.rawValue: item,
        "is_local": .bool(isLocal),
      ]
    }
  }

  /// A local file of the user. Most of the usual fields are null.
  private func localTrack(_ number: Int) -> JSON {
    let nowhere: JSON = ["external_urls": [:], "href": .null, "id": .null, "uri": .null]
    let title = "Kitchen Song \(number + 1)"
    let path = "Mira+%26+Friends:Home+Tapes:\(title.replacing(" ", with: "+")):\(181 + number)"
    return nowhere + [
      "album": nowhere + [
        "album_type": .null, "artists": [], "images": [], "name": "Home Tapes",
        "release_date": .null, "release_date_precision": .null, "type": "album",
      ],
      "artists": [nowhere + ["name": "Mira & Friends", "type": "artist"]], "disc_number": 0,
      "duration_ms": .number(181_000 + number * 1_000), "explicit": false, "external_ids": [:],
      "is_local": true, "name": .string(title), "preview_url": .null, "track_number": 0,
      "type": "track", "uri": .string("spotify:local:" + path),
    ] + extended(["available_markets": [], "popularity": 0])
  }
}
