/// `/charts`.
extension CatalogEndpoints {
  /// The length of a chart, and the maximum `offset`.
  private static let depth = 200

  private static let charts: [(kind: ResourceKind, name: String)] = [
    (.songs, "Top Songs"), (.albums, "Top Albums"), (.playlists, "Top Playlists"),
    (.musicVideos, "Top Music Videos"),
  ]

  func charts() throws -> JSON {
    let charts = try query.wanted("types").map { type in
      guard let chart = Self.charts.first(where: { $0.kind.rawValue == type }) else {
        throw AppleMusicFailure.unknownType(type, parameter: "types")
      }
      return chart
    }
    let page = try query.page(standard: 20, maximum: Self.depth)
    guard page.offset < Self.depth else {
      throw AppleMusicFailure.invalid(
        "offset must be less than \(Self.depth)",
        parameter: "offset"
      )
    }
    if let chart = query["chart"], chart != "most-played" {
      throw AppleMusicFailure.invalid("Unknown chart '\(chart)'", parameter: "chart")
    }
    var results: JSON = [:]
    var order: [String] = []
    for (kind, name) in charts {
      let members = chart(kind)
      let type = kind.rawValue
      // If a genre has no chart, some types have no key and others an empty list.
      guard !members.isEmpty else {
        if kind == .playlists || kind == .albums { results[type] = [] }
        continue
      }
      let one = ["types": type]
      let here = query.pairs.map { (name: $0.name, value: one[$0.name] ?? $0.value) }
      let list = try query.list(members, page, at: path, replacing: one, offsetLast: true) {
        try writer.resources($0, .listed)
      }
      results[type] = [head("most-played", name, type, here, &order) + list]
    }
    let groups = [
      ("cityCharts", "city-top", "City Charts"),
      ("dailyGlobalTopCharts", "daily-global-top", "Daily Top 100"),
    ]
    let playlists = ResourceKind.playlists.at(
      store.catalog.playlists.filter(\.isChart).map(\.index)
    )
    for (key, chart, name) in groups where query.list("with")?.contains(key) == true {
      let data = try writer.resources(page.slice(of: playlists), .listed)
      results[key] = [head(chart, name, "playlists", query.pairs, &order) + ["data": data]]
    }
    return ["results": results, "meta": ["results": ["order": .strings(order)]]]
  }

  private func head(
    _ chart: String,
    _ name: String,
    _ type: String,
    _ pairs: Query.Pairs,
    _ order: inout [String]
  ) -> JSON {
    order.append("\(chart):\(type)")
    return [
      "chart": .string(chart), "name": .string(name), "orderId": .string("\(chart):\(type)"),
      "href": .string(path + "?" + Query.encoded(pairs)),
    ]
  }

  private func chart(_ kind: ResourceKind) -> [ResourceReference] {
    var genre: Int?
    if let text = query["genre"] {
      guard let id = Int(text), let index = Genre.indices[id] else { return [] }
      genre = index == 0 ? nil : index
    }
    let catalog = store.catalog
    let all =
      switch kind {
      case .songs: kind.at(catalog.songsOfRecordings.compactMap(\.first))
      // Playlists have no charts by genre.
      case .playlists:
        kind.at(catalog.playlists.filter { $0.kind == .editorial && genre == nil }.map(\.index))
      default: catalog.all(kind)
      }
    let here = all.filter { reference in
      store.isSold(reference)
        && genre.map { store.isGenre(catalog.facts(reference).genre, within: $0) } ?? true
    }
    return Array(store.ranked(here).prefix(Self.depth))
  }
}
