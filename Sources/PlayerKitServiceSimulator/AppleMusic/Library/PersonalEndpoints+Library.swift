import Foundation

/// `/v1/me/library/…`
extension PersonalEndpoints {
  func readLibrary(_ segments: [String]) throws -> JSON {
    switch segments.first {
    case "search": return try librarySearch()
    case "recently-added": return try recentlyAdded()
    case nil: return try mixed()
    case .some(let name):
      guard let kind = LibraryKind(rawValue: name) else {
        throw AppleMusicFailure.invalidPath("Unknown library resource type '\(name)'")
      }
      return try resources(kind, Array(segments.dropFirst()))
    }
  }

  private func resources(_ kind: LibraryKind, _ rest: [String]) throws -> JSON {
    let writer = libraryWriter
    guard let id = rest.first else { return try list(kind, writer) }
    guard let entry = writer.libraryStore[kind].first(where: { $0.id == id }) else {
      throw AppleMusicFailure.notFound
    }
    if rest.count == 1 { return ["data": [try writer.resource(entry)]] }
    let rule = kind.relationships.first { $0.name == rest[1] }
    guard rest.count == 2, let rule else { throw AppleMusicFailure.notFound }
    let page = try query.page(standard: rule.standard, maximum: rule.maximum)
    let members = writer.related(entry, rest[1])
    // The service answers this way if a playlist or folder is empty.
    if members.isEmpty, kind == .playlists || kind == .folders {
      throw AppleMusicFailure.noRelated(rest[1])
    }
    return try paged(members, page) { try writer.resources($0) }
  }

  private func kind(_ type: String, parameter: String) throws -> LibraryKind {
    try LibraryKind.allCases.first { $0.type == type }
      ?? { throw AppleMusicFailure.unknownType(type, parameter: parameter) }()
  }

  /// `ids[library-songs]=…&ids[library-albums]=…`
  private func mixed() throws -> JSON {
    let writer = libraryWriter
    let wanted = query.bracketed("ids")
    guard !wanted.isEmpty else { throw AppleMusicFailure.noIDs }
    let found = try wanted.flatMap { pair in
      let all = writer.libraryStore[try kind(pair.key, parameter: "ids[\(pair.key)]")]
      return pair.values.compactMap { id in all.first { $0.id == id } }
    }
    return ["data": try writer.resources(found)]
  }

  private func list(_ kind: LibraryKind, _ writer: LibraryWriter) throws -> JSON {
    let all = writer.libraryStore[kind]
    if query["ids"] != nil {
      let ids = try query.wanted("ids")
      guard ids.count <= 100 else {
        throw AppleMusicFailure.tooMany(ids.count, atMost: 100, parameter: "ids")
      }
      return ["data": try writer.resources(ids.compactMap { id in all.first { $0.id == id } })]
    }
    if kind == .folders, query["filter[identity]"] == "playlistsroot" {
      return ["data": try writer.resources(all.filter { $0.id == Library.rootFolder })]
    }
    return try paged(all, try query.page(standard: 25, maximum: 100)) { try writer.resources($0) }
  }

  private func paged<Element>(
    _ list: [Element],
    _ page: Page,
    _ write: (ArraySlice<Element>) throws -> JSON
  ) throws -> JSON {
    try query.list(list, page, at: request.path, write) + ["meta": ["total": .number(list.count)]]
  }

  private func recentlyAdded() throws -> JSON {
    let writer = libraryWriter
    let page = try query.page(standard: 10, maximum: 25)
    let sorted = (writer.libraryStore[.albums] + writer.libraryStore[.playlists]).sorted {
      ($0.added, $0.id) > ($1.added, $1.id)
    }
    return try paged(sorted, page) { try writer.resources($0) }
  }

  private func librarySearch() throws -> JSON {
    guard let term = query["term"], !term.isEmpty else { throw AppleMusicFailure.missing("term") }
    let types = try query.wanted("types")
    let page = try query.page(standard: 5, maximum: 25)
    let words = CatalogText.words(term)
    let writer = libraryWriter
    var results: JSON = [:]
    for type in types {
      let kind = try kind(type, parameter: "types")
      guard kind != .folders else {
        throw AppleMusicFailure.unknownType(type, parameter: "types")
      }
      let hits = writer.libraryStore[kind].filter { text($0).match(words) != nil }
      guard !hits.isEmpty, !words.isEmpty else { continue }
      let one = ["types": type]
      let here = query.pairs.map { (name: $0.name, value: one[$0.name] ?? $0.value) }
      let list = try query.list(hits, page, at: request.path, replacing: one) {
        try writer.resources($0)
      }
      results[type] = ["href": .string(request.path + "?" + Query.encoded(here))] + list
    }
    return ["results": results]
  }

  private func text(_ entry: LibraryEntry) -> SearchableText {
    SearchableText(
      name: CatalogText.folded(entry.name),
      rest: CatalogText.folded(entry.artist + " " + entry.album)
    )
  }
}
