import Foundation
import MusicCatalog

extension AppleMusicClient {
  /// One resource.
  ///
  /// Look-ups of single resources that are issued at about the same time go out as one request, as
  /// far as they ask for the same properties; each gets its own resource or its own error.
  ///
  /// - Parameters:
  ///   - kind: what it is, such as `AppleMusic.Songs.self`. A kind of the library needs a user
  ///     token.
  ///   - id: its identity in this client's store.
  ///   - properties: relationships and views to be fetched with it.
  ///   - query: further parameters, such as `extend`.
  /// - Throws: ``CatalogError/Code/notFound`` where the store does not have it.
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

  /// Many resources, in as few requests as the service allows.
  ///
  /// - Returns: what was found in the order of `ids`, and what was not.
  /// - Throws: where one of the requests fails, all fail.
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

  /// Resources of several types at once, of the catalog and of the user's library, by few requests.
  ///
  /// - Parameter identifiers: types and identities; an equal one counts once.
  public func items(_ identifiers: [AppleMusic.Identifier]) async throws -> AppleMusic.MixedLookup {
    let isOwn = { (identifier: AppleMusic.Identifier) in identifier.type.hasPrefix("library-") }
    let requests =
      try IdentifierQuery.batches(identifiers.filter { !isOwn($0) }).map {
        try request(catalog: [], query: $0)
      }
      + IdentifierQuery.batches(identifiers.filter(isOwn)).map {
        AppleMusic.DataRequest("/v1/me/library", query: $0)
      }
    let answers = try await mapInOrder(requests) { [requester] request in
      try await requester.members(of: request, as: AppleMusic.Item.self)
    }
    let items = answers.flatMap(\.members)
    let unreadable = answers.flatMap(\.unreadable)
    var seen = Set(
      items.map { TypedID($0.identifier) }
        + unreadable.compactMap { lost in
          lost.id.flatMap { id in lost.type.map { TypedID(type: $0, id: id) } }
        }
    )
    return AppleMusic.MixedLookup(
      items: items,
      missing: identifiers.filter { seen.insert(TypedID($0)).inserted },
      unreadable: unreadable
    )
  }
}

/// What tells resources apart: identities are those of one type.
private struct TypedID: Hashable {
  var type: String
  var id: String

  init(type: String, id: String) {
    self.type = type
    self.id = id
  }

  init(_ identifier: AppleMusic.Identifier) {
    self.init(type: identifier.type, id: identifier.id)
  }
}
