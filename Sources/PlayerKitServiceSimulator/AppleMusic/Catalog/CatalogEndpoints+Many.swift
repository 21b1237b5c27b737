/// Requests for many resources: by ids, by filters, of several types.
extension CatalogEndpoints {
  func many(_ kind: ResourceKind) throws -> JSON {
    if let ids = query.list("ids"), !ids.isEmpty {
      return ["data": try writer.resources(try found(kind, ids), .primary)]
    }
    if let answer = try filtered(kind) { return answer }
    guard kind == .genres || kind == .stationGenres else { throw AppleMusicFailure.noIDs }
    return try allGenres(kind)
  }

  /// The resources that exist here, in the order of the request. Unknown ids are dropped silently.
  private func found(
    _ kind: ResourceKind,
    _ ids: [String],
    parameter: String = "ids"
  ) throws -> [ResourceReference] {
    try check(ids, atMost: kind.maximumIDs, parameter: parameter)
    var seen: Set<ResourceReference> = []
    return ids.compactMap { store.reference(kind, id: $0) }.filter { seen.insert($0).inserted }
  }

  private func check(_ ids: [String], atMost maximum: Int, parameter: String) throws {
    guard ids.count > maximum else { return }
    throw AppleMusicFailure.tooMany(ids.count, atMost: maximum, parameter: parameter)
  }

  func mixed() throws -> JSON {
    let wanted = query.bracketed("ids")
    guard !wanted.isEmpty else { throw AppleMusicFailure.noIDs }
    let references = try wanted.flatMap { pair in
      let parameter = "ids[\(pair.key)]"
      guard let kind = ResourceKind(rawValue: pair.key) else {
        throw AppleMusicFailure.unknownType(pair.key, parameter: parameter)
      }
      return try found(kind, pair.values, parameter: parameter)
    }
    return ["data": try writer.resources(references, .primary)]
  }

  private func filtered(_ kind: ResourceKind) throws -> JSON? {
    let catalog = store.catalog
    switch kind {
    case .songs, .musicVideos, .albums:
      if kind != .albums, query["filter[isrc]"] != nil {
        return try filtered("isrc", atMost: 25) { code in
          guard kind == .songs else {
            return kind.at(catalog.musicVideos.filter { $0.isrc == code }.map(\.index))
          }
          return kind.at(catalog.recordingsByISRC[code].map { catalog.songsOfRecordings[$0] } ?? [])
        }
      }
      if kind == .albums, query["filter[upc]"] != nil {
        // Leading zeros vary between services, so codes are compared as numbers.
        func number(_ code: String) -> Substring { code.drop { $0 == "0" } }
        return try filtered("upc", atMost: 25) { code in
          kind.at(catalog.albums.filter { $0.upc.map(number) == number(code) }.map(\.index))
        }
      }
      guard query["filter[equivalents]"] != nil else { return nil }
      let clean = query["restrict"] == "explicit"
      return try filtered("equivalents", atMost: kind == .songs ? 300 : 100) { id in
        Int(id).map { store.equivalents(kind, id: $0, clean: clean) } ?? []
      }
    case .playlists:
      guard query["filter[storefront-chart]"] != nil else { return nil }
      let charts = catalog.playlists.filter(\.isChart)
      return try filtered("storefront-chart", atMost: .max) { id in
        kind.at(Storefront.named(id).map { [charts[$0.index].index] } ?? [])
      }
    case .stations: return try filteredStations()
    default: return nil
    }
  }

  /// The resources that each value of a filter finds, if they are sold here.
  private func filtered(
    _ filter: String,
    atMost maximum: Int,
    _ find: (String) -> [ResourceReference]
  ) throws -> JSON {
    let parameter = "filter[\(filter)]"
    let values = query.list(parameter) ?? []
    try check(values, atMost: maximum, parameter: parameter)
    var seen: Set<ResourceReference> = []
    var all: [ResourceReference] = []
    var map: JSON = [:]
    for value in values {
      let members = find(value).filter(store.isSold)
      all += members.filter { seen.insert($0).inserted }
      if !members.isEmpty { map[value] = .array(members.map(writer.identifier)) }
    }
    return [
      "data": try writer.resources(all, .primary), "meta": ["filters": [filter: map]],
    ]
  }

  private func filteredStations() throws -> JSON? {
    let stations: [Int]
    if query["filter[featured]"] == "apple-music-live-radio" {
      stations = store.catalog.stations.filter { $0.isLive && !$0.isVideo }.map(\.index)
    } else if query["filter[identity]"] == "personal" {
      guard userIsKnown else { throw AppleMusicFailure.forbidden }
      stations = [0]
    } else {
      return nil
    }
    return ["data": try writer.resources(ResourceKind.stations.at(stations), .primary)]
  }

  /// Returns only genres that have charts. Some storefronts list none.
  private func allGenres(_ kind: ResourceKind) throws -> JSON {
    let page = try query.page(standard: 25, maximum: 100)
    guard store.storefront.listsGenres else { return ["data": []] }
    let stations = Set(store.catalog.stations.compactMap(\.genre))
    let listed = Genre.all.indices.filter {
      kind == .genres
        ? $0 == 0 || Genre.all[$0].parent == Genre.rootID && store.hasChart(genre: $0)
        : stations.contains($0)
    }
    return try list(kind.at(listed), page)
  }
}
