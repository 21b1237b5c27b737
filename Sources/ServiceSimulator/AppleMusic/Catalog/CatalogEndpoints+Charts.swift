/// `/charts`.
extension CatalogEndpoints {
  /// How deep a chart is, and the bound of `offset`.
  private static let depth = 200

  func charts() throws(AppleMusicFailure) -> JSON {
    let kinds = try chartedKinds()
    let page = try query.page(standard: 20, maximum: Self.depth)
    guard page.offset < Self.depth else {
      throw .invalid("offset must be less than \(Self.depth)", parameter: "offset")
    }
    if let chart = query.value("chart"), chart != "most-played" {
      throw .invalid("Unknown chart '\(chart)'", parameter: "chart")
    }
    var results = JSONObject()
    var order: [String] = []
    for kind in kinds {
      let members = try chart(kind)
      // A genre without a chart: for some types no key, for others an empty list.
      guard !members.isEmpty else {
        if kind == .playlists || kind == .albums { results[kind.rawValue] = [] }
        continue
      }
      order.append("most-played:\(kind.rawValue)")
      results[kind.rawValue] = [try group(kind, members, page)]
    }
    try addGroups(to: &results, &order, page)
    return [
      "results": .object(results), "meta": ["results": ["order": .strings(order)]],
    ]
  }

  private func chartedKinds() throws(AppleMusicFailure) -> [ResourceKind] {
    guard let names = query.list("types"), !names.isEmpty else {
      throw .missing("No types supplied on the request", parameter: "types")
    }
    var kinds: [ResourceKind] = []
    for name in names {
      guard let kind = ResourceKind(rawValue: name), ResourceKind.charted.contains(kind) else {
        throw .invalid("Unknown resource type '\(name)'", parameter: "types")
      }
      kinds.append(kind)
    }
    return kinds
  }

  private func chart(_ kind: ResourceKind) throws(AppleMusicFailure) -> [ResourceReference] {
    var genre: Int?
    if let text = query.value("genre") {
      guard let id = Int(text), let index = Genre.indices[id] else { return [] }
      genre = index == 0 ? nil : index
    }
    // Playlists have no charts by genre.
    if kind == .playlists, genre != nil { return [] }
    let all: [ResourceReference] =
      switch kind {
      case .songs: store.catalog.songsOfRecordings.compactMap { $0.first.map { .init(.songs, $0) } }
      case .albums: store.catalog.albums.map { .init(.albums, $0.index) }
      case .musicVideos: store.catalog.musicVideos.map { .init(.musicVideos, $0.index) }
      case .playlists:
        store.catalog.playlists.filter { $0.kind == .editorial }
          .map { .init(.playlists, $0.index) }
      case .artists, .stations, .stationGenres, .genres, .curators, .appleCurators, .activities,
        .recordLabels:
        []
      }
    let here = all.filter { reference in
      store.isSold(reference)
        && (genre.map { store.isGenre(self.genre(reference), within: $0) } ?? true)
    }
    return Array(store.ranked(here).prefix(Self.depth))
  }

  private func genre(_ reference: ResourceReference) -> Int {
    let catalog = store.catalog
    switch reference.kind {
    case .songs: return catalog.recordings[catalog.songs[reference.index].recording].genre
    case .albums: return catalog.albums[reference.index].genre
    case .musicVideos: return catalog.musicVideos[reference.index].genre
    case .playlists, .artists, .stations, .stationGenres, .genres, .curators, .appleCurators,
      .activities, .recordLabels:
      return 0
    }
  }

  private func group(
    _ kind: ResourceKind,
    _ members: [ResourceReference],
    _ page: Page
  ) throws(AppleMusicFailure) -> JSON {
    let names: [ResourceKind: String] = [
      .songs: "Top Songs", .albums: "Top Albums", .playlists: "Top Playlists",
      .musicVideos: "Top Music Videos",
    ]
    var object: JSONObject = [
      "chart": "most-played", "name": .string(names[kind] ?? ""),
      "orderId": .string("most-played:\(kind.rawValue)"),
    ]
    let one = ["types": kind.rawValue]
    let here = query.pairs.map { (name: $0.name, value: one[$0.name] ?? $0.value) }
    object["href"] = .string(path + "?" + AppleMusicQuery.encoded(here))
    object["next"] = page.nextOffset(of: members.count).map {
      .string(path + "?" + query.continuation(offset: $0, replacing: one, offsetLast: true))
    }
    object["data"] = try writer.resources(page.slice(of: members), .listed)
    return .object(object)
  }

  /// `with=cityCharts,dailyGlobalTopCharts`: groups of playlists.
  private func addGroups(
    to results: inout JSONObject,
    _ order: inout [String],
    _ page: Page
  ) throws(AppleMusicFailure) {
    let charts = store.catalog.playlists.filter(\.isChart).map {
      ResourceReference(.playlists, $0.index)
    }
    let groups = [
      ("cityCharts", "city-top", "City Charts"),
      ("dailyGlobalTopCharts", "daily-global-top", "Daily Top 100"),
    ]
    for (key, chart, name) in groups where query.list("with")?.contains(key) == true {
      order.append("\(chart):playlists")
      results[key] = [
        [
          "chart": .string(chart), "name": .string(name), "orderId": .string("\(chart):playlists"),
          "href": .string(path + "?" + AppleMusicQuery.encoded(query.pairs)),
          "data": try writer.resources(page.slice(of: charts), .listed),
        ]
      ]
    }
  }
}
