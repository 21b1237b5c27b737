/// Many at once: by ids, by filters, of several types.
extension CatalogEndpoints {
  func many(_ kind: ResourceKind) throws(AppleMusicFailure) -> JSON {
    if let ids = query.list("ids"), !ids.isEmpty {
      return ["data": try writer.resources(try found(kind, ids), .primary)]
    }
    if let answer = try filtered(kind) { return answer }
    switch kind {
    case .genres, .stationGenres: return try allGenres(kind)
    case .songs, .albums, .artists, .playlists, .stations, .curators, .activities, .musicVideos,
      .appleCurators, .recordLabels:
      throw .noIDs
    }
  }

  /// Those that exist here, in the order of the request; the others are dropped without notice.
  private func found(
    _ kind: ResourceKind,
    _ ids: [String],
    parameter: String = "ids"
  ) throws(AppleMusicFailure) -> [ResourceReference] {
    try check(ids, atMost: kind.maximumIDs, parameter: parameter)
    var seen: Set<ResourceReference> = []
    return ids.compactMap { store.reference(kind, id: $0) }.filter { seen.insert($0).inserted }
  }

  /// The real service's words for too many ids are not known.
  private func check(
    _ ids: [String],
    atMost maximum: Int,
    parameter: String
  ) throws(AppleMusicFailure) {
    guard ids.count > maximum else { return }
    throw .invalid(
      "Too many values: at most \(maximum) are allowed, but there were \(ids.count)",
      parameter: parameter
    )
  }

  func mixed() throws(AppleMusicFailure) -> JSON {
    var references: [ResourceReference] = []
    let wanted = query.bracketed("ids")
    guard !wanted.isEmpty else { throw .noIDs }
    for pair in wanted {
      guard let kind = ResourceKind(rawValue: pair.key) else {
        throw .invalid("Unknown resource type '\(pair.key)'", parameter: "ids[\(pair.key)]")
      }
      references += try found(kind, pair.values, parameter: "ids[\(pair.key)]")
    }
    return ["data": try writer.resources(references, .primary)]
  }

  private func filtered(_ kind: ResourceKind) throws(AppleMusicFailure) -> JSON? {
    switch kind {
    case .songs, .musicVideos:
      if let codes = query.list("filter[isrc]") { return try byISRC(kind, codes) }
      if let ids = query.list("filter[equivalents]") { return try equivalents(kind, ids) }
    case .albums:
      if let codes = query.list("filter[upc]") { return try byUPC(codes) }
      if let ids = query.list("filter[equivalents]") { return try equivalents(kind, ids) }
    case .playlists:
      if let ids = query.list("filter[storefront-chart]") { return try storefrontCharts(ids) }
    case .stations: return try filteredStations()
    case .artists, .genres, .stationGenres, .curators, .appleCurators, .activities, .recordLabels:
      break
    }
    return nil
  }

  private func byISRC(_ kind: ResourceKind, _ codes: [String]) throws(AppleMusicFailure) -> JSON {
    try check(codes, atMost: 25, parameter: "filter[isrc]")
    var hits: [(String, [ResourceReference])] = []
    for code in codes {
      let members: [ResourceReference]
      if kind == .songs {
        let songs = store.catalog.recordingsByISRC[code].map {
          store.catalog.songsOfRecordings[$0]
        }
        members = (songs ?? []).map { .init(.songs, $0) }
      } else {
        members = store.catalog.musicVideos.filter { $0.isrc == code }
          .map { .init(.musicVideos, $0.index) }
      }
      hits.append((code, members.filter(store.isSold)))
    }
    return try answer("isrc", hits)
  }

  private func byUPC(_ codes: [String]) throws(AppleMusicFailure) -> JSON {
    try check(codes, atMost: 25, parameter: "filter[upc]")
    // Leading zeros vary between services: a code finds what has the same number.
    func number(_ code: String) -> Substring { code.drop { $0 == "0" } }
    let hits = codes.map { code in
      let albums = store.catalog.albums.filter { $0.upc.map(number) == number(code) }
      return (code, albums.map { ResourceReference(.albums, $0.index) }.filter(store.isSold))
    }
    return try answer("upc", hits)
  }

  private func equivalents(_ kind: ResourceKind, _ ids: [String]) throws(AppleMusicFailure) -> JSON
  {
    try check(ids, atMost: kind == .songs ? 300 : 100, parameter: "filter[equivalents]")
    let clean = query.value("restrict") == "explicit"
    let hits = ids.map { id in
      (id, Int(id).map { store.equivalents(kind, id: $0, clean: clean) } ?? [])
    }
    return try answer("equivalents", hits)
  }

  private func answer(
    _ filter: String,
    _ hits: [(String, [ResourceReference])]
  ) throws(AppleMusicFailure) -> JSON {
    var seen: Set<ResourceReference> = []
    let all = hits.flatMap(\.1).filter { seen.insert($0).inserted }
    var map = JSONObject()
    for (code, members) in hits where !members.isEmpty {
      map[code] = .array(members.map { writer.identifier($0) })
    }
    return [
      "data": try writer.resources(all, .primary),
      "meta": ["filters": .object([filter: .object(map)])],
    ]
  }

  private func storefrontCharts(_ ids: [String]) throws(AppleMusicFailure) -> JSON {
    let charts = store.catalog.playlists.filter(\.isChart)
    let hits = ids.map { id in
      let index = Storefront.named(id)?.index
      return (id, index.map { [ResourceReference(.playlists, charts[$0].index)] } ?? [])
    }
    return try answer("storefront-chart", hits)
  }

  private func filteredStations() throws(AppleMusicFailure) -> JSON? {
    if query.value("filter[featured]") == "apple-music-live-radio" {
      let live = store.catalog.stations.filter { $0.isLive && !$0.isVideo }
      return ["data": try writer.resources(live.map { .init(.stations, $0.index) }, .primary)]
    }
    if query.value("filter[identity]") == "personal" {
      guard userIsKnown else { throw .forbidden }
      return ["data": try writer.resources([.init(.stations, 0)], .primary)]
    }
    return nil
  }

  /// Only genres that have charts; some storefronts list none.
  private func allGenres(_ kind: ResourceKind) throws(AppleMusicFailure) -> JSON {
    let page = try query.page(standard: 25, maximum: 100)
    guard store.storefront.listsGenres else { return ["data": []] }
    let stations = Set(store.catalog.stations.compactMap(\.genre))
    let listed = Genre.all.indices.filter {
      kind == .genres
        ? $0 == 0 || Genre.all[$0].parent == Genre.rootID && store.hasChart(genre: $0)
        : stations.contains($0)
    }
    return try list(listed.map { .init(kind, $0) }, page)
  }
}
