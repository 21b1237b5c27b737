import Foundation
import PlayerKitServices

extension AppleMusicClient {
  /// Returns one resource.
  ///
  /// Concurrent lookups of single resources are combined into one request if they ask for the same
  /// properties. Each one gets its own resource or error.
  ///
  /// - Parameters:
  ///   - kind: The kind, such as `AppleMusic.Songs.self`. A kind of the library needs a user token.
  ///   - id: The id in this client's storefront.
  ///   - properties: Relationships and views to fetch with the resource.
  ///   - query: Further parameters, such as `extend`.
  /// - Throws: ``CatalogError/Code/notFound`` if the storefront does not have it.
  public func resource<Kind>(
    _ kind: Kind.Type,
    id: String,
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Resource<Kind> {
    try RequestChecks.identity(id)
    return try await lookups.resource(
      id,
      of: kind,
      in: request(kind, with: properties, query: query),
      by: requester
    )
  }

  /// Returns many resources, in as few requests as the service allows.
  ///
  /// - Returns: The resources found, in the order of `ids`, and the missing ids.
  /// - Throws: If one request fails, the whole call fails.
  public func resources<Kind>(
    _ kind: Kind.Type,
    ids: [String],
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Lookup<Kind> {
    for id in ids { try RequestChecks.identity(id) }
    let request = try request(kind, with: properties, query: query)
    let chunks = RequestChunks.of(ids, count: RequestLimits.identities(kind.name))
    let answers = try await mapInOrder(chunks) { [requester] chunk in
      try await requester.members(of: request, chunk, as: kind)
    }
    let found = Dictionary(answers.flatMap(\.members).map { ($0.id, $0) }) { first, _ in first }
    let unreadable = answers.flatMap(\.unreadable)
    let lost = Set(unreadable.compactMap(\.id))
    var seen = Set<String>()
    return AppleMusic.Lookup(
      resources: ids.compactMap { found[$0] },
      missing: ids.filter {
        found[$0] == nil && !lost.contains($0) && seen.insert($0).inserted
      },
      unreadable: unreadable
    )
  }

  /// Returns resources of several types, of the catalog and the user's library, in few requests.
  ///
  /// - Parameter identifiers: Types and ids. Duplicates count once.
  public func items(_ identifiers: [AppleMusic.Identifier]) async throws -> AppleMusic.MixedLookup {
    let isOwn = { (identifier: AppleMusic.Identifier) in identifier.type.hasPrefix("library-") }
    let requests =
      try identifiers.filter { !isOwn($0) }.queries().map {
        try request(catalog: [], query: $0)
      }
      + identifiers.filter(isOwn).queries().map {
        CatalogRequest("/v1/me/library", query: $0)
      }
    let answers = try await mapInOrder(requests) { [requester] request in
      try await requester.members(of: request, as: AppleMusic.Item.self)
    }
    let items = answers.flatMap(\.members)
    let unreadable = answers.flatMap(\.unreadable)
    var seen = Set(
      items.map(\.identifier.bare)
        + unreadable.compactMap { lost in
          lost.id.flatMap { id in lost.type.map { AppleMusic.Identifier(id: id, type: $0) } }
        }
    )
    return AppleMusic.MixedLookup(
      items: items,
      missing: identifiers.filter { seen.insert($0.bare).inserted },
      unreadable: unreadable
    )
  }
}

extension AppleMusicClient {
  /// Returns a song of this client's storefront. See ``resource(_:id:with:query:)``.
  public func song(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Songs>] = []
  ) async throws -> AppleMusic.Song {
    try await resource(AppleMusic.Songs.self, id: id, with: properties)
  }

  /// Returns songs of this client's storefront. See ``resources(_:ids:with:query:)``.
  public func songs(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Songs>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Songs> {
    try await resources(AppleMusic.Songs.self, ids: ids, with: properties)
  }

  /// Returns an album of this client's storefront. See ``resource(_:id:with:query:)``.
  public func album(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Albums>] = []
  ) async throws -> AppleMusic.Album {
    try await resource(AppleMusic.Albums.self, id: id, with: properties)
  }

  /// Returns albums of this client's storefront. See ``resources(_:ids:with:query:)``.
  public func albums(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Albums>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Albums> {
    try await resources(AppleMusic.Albums.self, ids: ids, with: properties)
  }

  /// Returns an artist. See ``resource(_:id:with:query:)``.
  public func artist(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Artists>] = []
  ) async throws -> AppleMusic.Artist {
    try await resource(AppleMusic.Artists.self, id: id, with: properties)
  }

  /// Returns a playlist of the catalog. See ``resource(_:id:with:query:)``.
  public func playlist(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Playlists>] = []
  ) async throws -> AppleMusic.Playlist {
    try await resource(AppleMusic.Playlists.self, id: id, with: properties)
  }
}

extension AppleMusicClient {
  /// Returns songs by their ISRC. One code may match many songs.
  ///
  /// - Parameter properties: The relationships and extended attributes to include.
  /// - Parameter query: Further fields of the request.
  /// - Parameter isrcs: Codes in any spelling, with or without hyphens.
  public func songs(
    isrcs: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Songs>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<AppleMusic.Songs> {
    try await matches("isrc", isrcs.map(RequestChecks.checked), properties, query) { $0.isrc }
  }

  /// Returns music videos by their ISRC.
  public func musicVideos(
    isrcs: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.MusicVideos>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<AppleMusic.MusicVideos> {
    try await matches("isrc", isrcs.map(RequestChecks.checked), properties, query) { $0.isrc }
  }

  /// Returns albums by their UPC.
  public func albums(
    upcs: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Albums>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<AppleMusic.Albums> {
    try await matches("upc", upcs.map(RequestChecks.checked), properties, query) { $0.upc }
  }

  /// Returns the equivalents, in this client's storefront, of resources of another one.
  ///
  /// ```swift
  /// let there = try await client.in(storefront: "jp").equivalents(AppleMusic.Songs.self, of: ids)
  /// ```
  ///
  /// - Parameters:
  ///   - properties: The relationships and extended attributes to include.
  ///   - kind: Songs, albums or music videos.
  ///   - ids: Ids of the other storefront.
  ///   - query: Further parameters, such as `restrict=explicit`.
  public func equivalents<Kind>(
    _ kind: Kind.Type,
    of ids: [String],
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<Kind> {
    for id in ids { try RequestChecks.identity(id) }
    return try await matches(
      "equivalents",
      ids,
      properties,
      query,
      chunk: RequestLimits.identities(kind.name)
    ) { _ in nil }
  }

  /// - Parameter code: Returns the code of a resource itself, for a reply without a map.
  private func matches<Kind>(
    _ filter: String,
    _ codes: [String],
    _ properties: [AppleMusic.PropertyPath<Kind>],
    _ query: [URLQueryItem],
    chunk count: Int = RequestLimits.codes,
    code: (AppleMusic.Resource<Kind>) -> String?
  ) async throws -> AppleMusic.Matches<Kind> {
    let request = try request(Kind.self, with: properties, query: query)
    let answers = try await mapInOrder(RequestChunks.of(codes, count: count)) {
      [requester] chunk in
      var request = request
      let value = chunk.joined(separator: ",")
      request.query.append(URLQueryItem(name: "filter[\(filter)]", value: value))
      return try await requester.members(of: request, as: AppleMusic.Resource<Kind>.self)
    }
    let isIdentity = filter == "equivalents"
    var matches = AppleMusic.Matches<Kind>(unreadable: answers.flatMap(\.unreadable))
    var found: [String: AppleMusic.Resource<Kind>] = [:]
    for resource in answers.flatMap(\.members) where found[resource.id] == nil {
      found[resource.id] = resource
      matches.resources.append(resource)
    }
    for answer in answers {
      for (code, list) in answer.matches where !list.isEmpty {
        let code = isIdentity ? code : RequestChecks.normalized(code: code)
        matches.byCode[code, default: []] += list.map { match in
          found[match.id] ?? AppleMusic.Resource(id: match.id, href: match.href)
        }
      }
      // Each reply may lack the map.
      guard answer.matches.values.allSatisfy(\.isEmpty) else { continue }
      for resource in answer.members {
        guard let code = code(resource).map(RequestChecks.normalized),
          !matches.byCode[code, default: []].contains(where: { $0.id == resource.id })
        else { continue }
        matches.byCode[code, default: []].append(resource)
      }
    }
    var seen = Set<String>()
    matches.missing = codes.filter { matches[$0].isEmpty && seen.insert($0).inserted }
    return matches
  }
}

extension AppleMusic.Identifier {
  /// The identifier without its path. Ids are unique within a type.
  fileprivate var bare: Self { Self(id: id, type: type) }
}
