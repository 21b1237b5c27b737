import Foundation
import MusicCatalog

extension AppleMusicClient {
  /// Songs by their ISRC; one code may be many songs.
  ///
  /// - Parameter isrcs: codes in any spelling, with hyphens or without.
  public func songs(
    isrcs: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Songs>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<AppleMusic.Songs> {
    try await matches("isrc", isrcs.map(CatalogCode.checked), properties, query) { $0.isrc }
  }

  /// Music videos by their ISRC.
  public func musicVideos(
    isrcs: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.MusicVideos>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<AppleMusic.MusicVideos> {
    try await matches("isrc", isrcs.map(CatalogCode.checked), properties, query) { $0.isrc }
  }

  /// Albums by their UPC.
  public func albums(
    upcs: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Albums>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Matches<AppleMusic.Albums> {
    try await matches("upc", upcs.map(CatalogCode.checked), properties, query) { $0.upc }
  }

  /// What stands in this client's store for resources of another one.
  ///
  /// ```swift
  /// let there = try await client.in(storefront: "jp").equivalents(AppleMusic.Songs.self, of: ids)
  /// ```
  ///
  /// - Parameters:
  ///   - kind: songs, albums or music videos.
  ///   - ids: identities of the other store.
  ///   - query: further parameters, such as `restrict=explicit`.
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

  /// - Parameter code: the code that a resource itself tells, for an answer without a map.
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
        let code = isIdentity ? code : CatalogCode.normalized(code)
        matches.byCode[code, default: []] += list.map { match in
          found[match.id] ?? AppleMusic.Resource(id: match.id, href: match.href)
        }
      }
      // Each answer may lack the map.
      guard answer.matches.values.allSatisfy(\.isEmpty) else { continue }
      for resource in answer.members {
        guard let code = code(resource).map(CatalogCode.normalized),
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
