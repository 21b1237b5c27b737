import Foundation

/// What was played, and what might be.
extension PersonalEndpoints {
  private var catalog: InventedCatalog { library.catalog }

  var heavyRotation: [ResourceReference] {
    Array(mixed(seed: 1, count: 14).prefix(14))
  }

  /// About fifty albums, playlists and stations are remembered.
  var recentlyPlayed: [ResourceReference] {
    mixed(seed: 2, count: 50)
  }

  var recentStations: [ResourceReference] {
    catalog.stations.prefix(12).map { .init(.stations, $0.index) }
  }

  private func mixed(seed: UInt64, count: Int) -> [ResourceReference] {
    var numbers = SplitMix64(seed: catalog.seed &+ seed)
    var result: [ResourceReference] = []
    while result.count < count {
      let next: ResourceReference =
        switch numbers.below(5) {
        case 0: .init(.playlists, numbers.below(catalog.playlists.count))
        case 1: .init(.stations, numbers.below(catalog.stations.count))
        default: .init(.albums, numbers.below(catalog.albums.count))
        }
      if writer.store.isSold(next), !result.contains(next) { result.append(next) }
    }
    return result
  }

  func history(_ references: [ResourceReference], maximum: Int) throws -> JSON {
    let page = try query.page(standard: maximum, maximum: maximum)
    var object: JSON = [:]
    let asked = query.pairs.isEmpty ? "" : "?" + Query.encoded(query.pairs)
    object["href"] = .string(request.path + asked)
    object["next"] = page.nextOffset(of: references.count).map {
      .string(request.path + "?" + query.continuation(offset: $0))
    }
    object["data"] = try writer.resources(page.slice(of: references), .listed)
    return object
  }

  /// Replay: what was played most in the latest year that has one.
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
    let all: [(name: String, title: String, members: [ResourceReference])] = [
      ("top-albums", "Top Albums", catalog.albums.map { .init(.albums, $0.index) }),
      ("top-artists", "Top Artists", catalog.artists.map { .init(.artists, $0.index) }),
      ("top-songs", "Top Songs", catalog.songs.map { .init(.songs, $0.index) }),
    ]
    var views: JSON = [:]
    for view in all where query.list("views")?.contains(view.name) == true {
      let members = view.members.filter(writer.store.isSold).prefix(10)
      views[view.name] = [
        "href": .string("\(href)/view/\(view.name)"),
        "attributes": ["title": .string(view.title)],
        "data": try writer.resources(members, .nested(depth: 1)),
      ]
    }
    var summary: JSON = [
      "id": .string("year-\(latest)"), "type": "music-summaries", "href": .string(href),
      "attributes": ["period": "year", "year": .number(latest)],
    ]
    if !views.members.isEmpty { summary["views"] = views }
    return ["data": [summary]]
  }

  /// No times, and no song twice in a row.
  func recentTracks() throws -> JSON {
    let page = try query.page(standard: 10, maximum: 30)
    let known = ["songs", "library-songs", "music-videos", "library-music-videos"]
    let types = query.list("types") ?? known
    for type in types where !known.contains(type) {
      throw AppleMusicFailure.unknownType(type, parameter: "types")
    }
    let shelf = shelf
    let libraryWriter = LibraryWriter(shelf: shelf, writer: writer)
    let songs = shelf.songs.reversed().prefix(45).enumerated()
    let played: [LibraryReference] =
      songs.compactMap { place, item in
        guard case .catalog(let track) = item.content, place % 5 != 0 else { return .item(item) }
        return .catalog(ResourceReference(track))
      } + catalog.musicVideos.prefix(5).map { .catalog(.init(.musicVideos, $0.index)) }
    let wanted = played.filter { reference in
      switch reference {
      case .catalog(let track): types.contains(track.kind.rawValue) && writer.store.isSold(track)
      case .item, .album, .artist, .playlist, .folder: types.contains("library-songs")
      }
    }
    var object: JSON = [:]
    object["next"] = page.nextOffset(of: wanted.count).map {
      .string(request.path + "?" + query.continuation(offset: $0))
    }
    object["data"] = try libraryWriter.resources(page.slice(of: wanted))
    return object
  }

  func recommendations(_ rest: [String]) throws -> JSON {
    let all = (0..<14).map(Recommendation.init)
    if let id = rest.first {
      guard let found = all.first(where: { $0.id == id }) else { throw AppleMusicFailure.notFound }
      if rest.count == 1 { return ["data": [try recommendation(found)]] }
      guard rest.count == 2, rest[1] == "contents" else { throw AppleMusicFailure.notFound }
      let page = try query.page(standard: 10, maximum: 10)
      return try list(contents(found), page)
    }
    if let ids = query.list("ids") {
      guard !ids.isEmpty else { throw AppleMusicFailure.noIDs }
      return ["data": try array(all.filter { ids.contains($0.id) })]
    }
    let page = try query.page(standard: 10, maximum: 30)
    var object: JSON = [:]
    object["next"] = page.nextOffset(of: all.count).map {
      .string(request.path + "?" + query.continuation(offset: $0))
    }
    object["data"] = try array(Array(page.slice(of: all)))
    return object
  }

  private struct Recommendation {
    let number: Int

    var id: String { Library.derivedID("6-", "recommendation \(number)") }
    var isGroup: Bool { number == 5 }
  }

  private func array(_ recommendations: [Recommendation]) throws -> JSON {
    .array(try recommendations.map { entry in try recommendation(entry) })
  }

  private func list(_ references: [ResourceReference], _ page: Page) throws -> JSON {
    var object: JSON = [:]
    object["next"] = page.nextOffset(of: references.count).map {
      .string(request.path + "?" + query.continuation(offset: $0))
    }
    object["data"] = try writer.resources(page.slice(of: references), .listed)
    return object
  }

  private func contents(_ entry: Recommendation) -> [ResourceReference] {
    mixed(seed: 10 &+ UInt64(entry.number), count: 6 + entry.number)
  }

  private func recommendation(_ entry: Recommendation) throws -> JSON {
    let href = "/v1/me/recommendations/\(entry.id)"
    let titles = ["Made for You", "Recently Played", "New Releases", "Stations for You"]
    let kinds = ["music-recommendations", "recently-played", "unknown"]
    var attributes: JSON = [
      "title": ["stringForDisplay": .string(titles[entry.number % titles.count])],
      "kind": .string(entry.number == 13 ? kinds[2] : kinds[entry.number % 4 == 1 ? 1 : 0]),
      "isGroupRecommendation": .bool(entry.isGroup),
      "nextUpdateDate": LibraryWriter.date(request.now.addingTimeInterval(36_000)),
      "hasSeeAll": false,
    ]
    if entry.number % 3 == 2 {
      attributes["reason"] = ["stringForDisplay": "Because you listened to it"]
    }
    var relationships: JSON = [:]
    if entry.isGroup {
      attributes["resourceTypes"] = []
      let inner = [Recommendation(number: 0), Recommendation(number: 2)]
      relationships["recommendations"] = [
        "href": .string(href + "/recommendations"), "data": try array(inner),
      ]
    } else {
      let contents = contents(entry)
      attributes["resourceTypes"] = .strings(Set(contents.map(\.kind.rawValue)).sorted())
      let page = Page(limit: 10, offset: 0)
      var relationship: JSON = ["href": .string(href + "/contents")]
      relationship["next"] = page.nextOffset(of: contents.count).map {
        .string(href + "/contents?offset=\($0)")
      }
      relationship["data"] = try writer.resources(page.slice(of: contents), .nested(depth: 1))
      relationships["contents"] = relationship
    }
    return [
      "id": .string(entry.id), "type": "personal-recommendation", "href": .string(href),
      "attributes": attributes, "relationships": relationships,
    ]
  }
}
