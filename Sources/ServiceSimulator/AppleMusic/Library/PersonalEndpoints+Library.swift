import Foundation

/// `/v1/me/library/…`
extension PersonalEndpoints {
  var shelf: LibraryStore { LibraryStore(library, now: request.now) }
  private var libraryWriter: LibraryWriter { LibraryWriter(shelf: shelf, writer: writer) }

  mutating func libraryAnswer(_ segments: [String]) throws -> SimulatedResponse {
    guard isReading else { return try changeLibrary(segments) }
    switch segments.first {
    case "search": return .json(try librarySearch())
    case "recently-added": return .json(try recentlyAdded())
    case nil: return .json(try mixed())
    case .some(let name):
      guard let kind = LibraryKind(rawValue: name) else {
        throw AppleMusicFailure.invalidPath("Unknown library resource type '\(name)'")
      }
      return .json(try resources(kind, Array(segments.dropFirst())))
    }
  }

  private func resources(_ kind: LibraryKind, _ rest: [String]) throws -> JSON {
    let shelf = libraryWriter
    guard let id = rest.first else { return try list(kind, shelf) }
    guard let reference = all(kind, shelf.shelf).first(where: { $0.id == id }) else {
      throw AppleMusicFailure.notFound
    }
    if rest.count == 1 { return ["data": [try shelf.resource(reference)]] }
    guard rest.count == 2, let bounds = kind.pageOfRelationship(rest[1]) else {
      throw AppleMusicFailure.notFound
    }
    let page = try query.page(standard: bounds.standard, maximum: bounds.maximum)
    let members = shelf.related(reference, rest[1])
    // The service's way of saying that a playlist or folder is empty.
    if members.isEmpty, kind == .playlists || kind == .folders {
      throw AppleMusicFailure.noRelated(rest[1])
    }
    return try paged(members, page, shelf)
  }

  /// `ids[library-songs]=…&ids[library-albums]=…`
  private func mixed() throws -> JSON {
    let writer = libraryWriter
    var found: [LibraryReference] = []
    let wanted = query.bracketed("ids")
    guard !wanted.isEmpty else { throw AppleMusicFailure.noIDs }
    for pair in wanted {
      guard let kind = LibraryKind.typed(pair.key) else {
        throw AppleMusicFailure.unknownType(pair.key, parameter: "ids[\(pair.key)]")
      }
      let all = all(kind, writer.shelf)
      found += pair.values.compactMap { id in all.first { $0.id == id } }
    }
    return ["data": try writer.resources(found)]
  }

  private func list(_ kind: LibraryKind, _ writer: LibraryWriter) throws -> JSON {
    let all = all(kind, writer.shelf)
    if let ids = query.list("ids") {
      guard !ids.isEmpty else { throw AppleMusicFailure.noIDs }
      guard ids.count <= 100 else {
        throw AppleMusicFailure.invalid(
          "Too many values: at most 100 are allowed, but there were \(ids.count)",
          parameter: "ids"
        )
      }
      let found = ids.compactMap { id in all.first { $0.id == id } }
      return ["data": try writer.resources(found)]
    }
    if kind == .folders, query["filter[identity]"] == "playlistsroot" {
      return ["data": try writer.resources(all.filter { $0.id == Library.rootFolder })]
    }
    return try paged(all, try query.page(standard: 25, maximum: 100), writer)
  }

  private func paged(
    _ references: [LibraryReference],
    _ page: Page,
    _ writer: LibraryWriter
  ) throws -> JSON {
    var object: JSON = [:]
    object["next"] = page.nextOffset(of: references.count).map {
      .string(request.path + "?" + query.continuation(offset: $0))
    }
    object["data"] = try writer.resources(page.slice(of: references))
    object["meta"] = ["total": .number(references.count)]
    return object
  }

  private func all(_ kind: LibraryKind, _ shelf: LibraryStore) -> [LibraryReference] {
    switch kind {
    case .songs: shelf.songs.map { .item($0) }
    case .musicVideos: shelf.musicVideos.map { .item($0) }
    case .albums: shelf.albums.map { .album($0) }
    case .artists: shelf.artists.map { .artist($0) }
    case .playlists: shelf.playlists.map { .playlist($0) }
    case .folders: library.folders.map { .folder($0) }
    }
  }

  private func recentlyAdded() throws -> JSON {
    let writer = libraryWriter
    let page = try query.page(standard: 10, maximum: 25)
    let dated =
      writer.shelf.albums.map { (date: $0.added, reference: LibraryReference.album($0)) }
      + writer.shelf.playlists.map { (date: $0.added, reference: .playlist($0)) }
    let sorted = dated.sorted { ($0.date, $0.reference.id) > ($1.date, $1.reference.id) }
    return try paged(sorted.map(\.reference), page, writer)
  }

  private func librarySearch() throws -> JSON {
    guard let term = query["term"], !term.isEmpty else {
      throw AppleMusicFailure.missing("term")
    }
    guard let types = query.list("types"), !types.isEmpty else {
      throw AppleMusicFailure.missing("types")
    }
    let page = try query.page(standard: 5, maximum: 25)
    let words = CatalogText.words(term)
    let writer = libraryWriter
    var results: JSON = [:]
    for type in types {
      guard let kind = LibraryKind.typed(type), kind != .folders else {
        throw AppleMusicFailure.unknownType(type, parameter: "types")
      }
      let hits = all(kind, writer.shelf).filter { text($0, writer.shelf).match(words) != nil }
      guard !hits.isEmpty, !words.isEmpty else { continue }
      var group: JSON = ["href": .string(href(type))]
      group["next"] = page.nextOffset(of: hits.count).map {
        .string(request.path + "?" + query.continuation(offset: $0, replacing: ["types": type]))
      }
      group["data"] = try writer.resources(page.slice(of: hits))
      results[type] = group
    }
    return ["results": results]
  }

  private func href(_ type: String) -> String {
    request.path + "?"
      + Query.encoded(
        query.pairs.map { (name: $0.name, value: $0.name == "types" ? type : $0.value) }
      )
  }

  private func text(_ reference: LibraryReference, _ shelf: LibraryStore) -> SearchableText {
    let texts: (name: String, rest: String) =
      switch reference {
      case .item(let item):
        (
          shelf.names(item.content).title,
          shelf.names(item.content).artist + " " + shelf.names(item.content).album
        )
      case .album(let group), .artist(let group): (group.name, group.artistName)
      case .playlist(let playlist): (playlist.name, "")
      case .folder(let folder): (folder.name, "")
      case .catalog: ("", "")
      }
    return SearchableText(
      name: CatalogText.folded(texts.name),
      rest: CatalogText.folded(texts.rest)
    )
  }
}
