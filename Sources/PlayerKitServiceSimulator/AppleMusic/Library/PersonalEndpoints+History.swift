import Foundation

/// The history and recommendations.
extension PersonalEndpoints {
  var heavyRotation: [ResourceReference] { mixed(seed: 1, count: 14) }

  /// The service remembers about fifty albums, playlists, and stations.
  var recentlyPlayed: [ResourceReference] { mixed(seed: 2, count: 50) }

  private func mixed(seed: UInt64, count: Int) -> [ResourceReference] {
    var numbers = SplitMix64(seed: catalog.seed &+ seed)
    var result: [ResourceReference] = []
    while result.count < count {
      let kinds: [ResourceKind] = [.playlists, .stations, .albums, .albums, .albums]
      let kind = kinds[numbers.below(kinds.count)]
      let next = ResourceReference(kind, numbers.below(catalog.count(kind)))
      if writer.store.isSold(next), !result.contains(next) { result.append(next) }
    }
    return result
  }

  func history(_ references: [ResourceReference]) throws -> JSON {
    let page = try query.page(standard: 10, maximum: 10)
    let asked = query.pairs.isEmpty ? "" : "?" + Query.encoded(query.pairs)
    return ["href": .string(request.path + asked)] + (try list(references, page))
  }

  private func list(_ references: [ResourceReference], _ page: Page) throws -> JSON {
    try query.list(references, page, at: request.path) { try writer.resources($0, .listed) }
  }

  /// Replay: the most played resources of the latest year that has any.
  func musicSummaries() throws -> JSON {
    guard let year = query["filter[year]"] else {
      throw AppleMusicFailure.missing("filter[year]", called: "filter")
    }
    guard year == "latest" else {
      throw AppleMusicFailure.invalid("Unknown year", parameter: "filter[year]")
    }
    let calendar = Calendar(identifier: .gregorian)
    let latest = calendar.component(.year, from: request.now)
    let href = "/v1/me/music-summaries/year-\(latest)"
    let all: [(name: String, title: String, kind: ResourceKind)] = [
      ("top-albums", "Top Albums", .albums), ("top-artists", "Top Artists", .artists),
      ("top-songs", "Top Songs", .songs),
    ]
    var views: JSON = [:]
    for view in all where query.list("views")?.contains(view.name) == true {
      let members = catalog.all(view.kind, in: writer.store.storefront).prefix(10)
      views[view.name] = [
        "href": .string("\(href)/view/\(view.name)"),
        "attributes": ["title": .string(view.title)],
        "data": try writer.resources(members, .nested(depth: 1)),
      ]
    }
    let summary: JSON = [
      "id": .string("year-\(latest)"), "type": "music-summaries", "href": .string(href),
      "attributes": ["period": "year", "year": .number(latest)],
      "views": views.members.isEmpty ? nil : views,
    ]
    return ["data": [summary]]
  }

  /// The history has no times, and no song twice in a row.
  func recentTracks() throws -> JSON {
    let page = try query.page(standard: 10, maximum: 30)
    let known = ["songs", "library-songs", "music-videos", "library-music-videos"]
    let types = query.list("types") ?? known
    for type in types where !known.contains(type) {
      throw AppleMusicFailure.unknownType(type, parameter: "types")
    }
    let writer = libraryWriter
    let songs = writer.libraryStore[.songs].reversed().prefix(45).enumerated()
    let played: [LibraryReference] =
      songs.map { place, item in
        guard let twin = item.twin, place % 5 != 0 else { return .library(item) }
        return .catalog(twin)
      } + ResourceKind.musicVideos.at(0..<5).map { .catalog($0) }
    let wanted = played.filter { reference in
      switch reference {
      case .catalog(let track):
        types.contains(track.kind.rawValue) && self.writer.store.isSold(track)
      case .library: types.contains("library-songs")
      }
    }
    return try query.list(wanted, page, at: request.path) { try writer.resources($0) }
  }

  // MARK: - Recommendations

  private struct Recommendation {
    let number: Int

    var id: String { Library.derivedID("6-", "recommendation \(number)") }
    var isGroup: Bool { number == 5 }
  }

  func recommendations(_ rest: [String]) throws -> JSON {
    let all = (0..<14).map(Recommendation.init)
    if let id = rest.first {
      guard let found = all.first(where: { $0.id == id }) else { throw AppleMusicFailure.notFound }
      if rest.count == 1 { return ["data": [try recommendation(found)]] }
      guard rest.count == 2, rest[1] == "contents" else { throw AppleMusicFailure.notFound }
      return try list(contents(found), try query.page(standard: 10, maximum: 10))
    }
    if query["ids"] != nil {
      let ids = try query.wanted("ids")
      return ["data": try array(all.filter { ids.contains($0.id) })]
    }
    let page = try query.page(standard: 10, maximum: 30)
    return try query.list(all, page, at: request.path) { try array($0) }
  }

  private func array(_ recommendations: some Sequence<Recommendation>) throws -> JSON {
    .array(try recommendations.map(recommendation))
  }

  private func contents(_ entry: Recommendation) -> [ResourceReference] {
    mixed(seed: 10 &+ UInt64(entry.number), count: 6 + entry.number)
  }

  private func recommendation(_ entry: Recommendation) throws -> JSON {
    let href = "/v1/me/recommendations/\(entry.id)"
    let titles = ["Made for You", "Recently Played", "New Releases", "Stations for You"]
    let kind = entry.number % 4 == 1 ? "recently-played" : "music-recommendations"
    let contents = entry.isGroup ? [] : contents(entry)
    let name = entry.isGroup ? "recommendations" : "contents"
    let page = Page(limit: 10)
    let next = page.nextOffset(of: contents.count).map { "\(href)/\(name)?offset=\($0)" }
    let data =
      try entry.isGroup
      ? array([0, 2].map(Recommendation.init))
      : writer.resources(page.slice(of: contents), .nested(depth: 1))
    return [
      "id": .string(entry.id), "type": "personal-recommendation", "href": .string(href),
      "attributes": [
        "title": ["stringForDisplay": .string(titles[entry.number % titles.count])],
        "kind": .string(entry.number == 13 ? "unknown" : kind),
        "isGroupRecommendation": .bool(entry.isGroup), "hasSeeAll": false,
        "nextUpdateDate": LibraryWriter.date(request.now.addingTimeInterval(36_000)),
        "reason": entry.number % 3 == 2
          ? ["stringForDisplay": "Because you listened to it"] : nil,
        "resourceTypes": .strings(Set(contents.map(\.kind.rawValue)).sorted()),
      ],
      "relationships": [
        name: ["href": .string("\(href)/\(name)"), "next": .string(next), "data": data]
      ],
    ]
  }
}
