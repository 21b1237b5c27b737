import Foundation
import PlayerKitServices

/// Where the resources of a kind are listed.
enum ListPath {
  /// The segments of the list of `type`, below `/v1`.
  static func segments(_ type: String, storefront: String) throws -> [String] {
    try RequestChecks.name(type)
    switch type {
    case "storefronts": return ["storefronts"]
    case "personal-recommendation": return ["me", "recommendations"]
    case "music-summaries": return ["me", "music-summaries"]
    default: break
    }
    if type.hasPrefix("library-") { return ["me", "library", String(type.dropFirst(8))] }
    return ["catalog", try StorefrontID.checked(storefront), type]
  }
}

extension AppleMusicClient {
  /// A request for the list of a kind, or for what `segments` name below it.
  func request<Kind: AppleMusic.ResourceKind>(
    _ kind: Kind.Type,
    _ segments: [String] = [],
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = []
  ) throws -> CatalogRequest {
    let list = try ListPath.segments(kind.name, storefront: storefront)
    let properties = try kind.properties(properties)
    var request = CatalogRequest(
      segments: ["v1"] + list + segments,
      query: properties.query() + query
    )
    // What a user has of the catalog in the library, the catalog tells that user alone.
    if properties.contains(where: { $0.name == "library" && !$0.isView }) {
      request.isPersonal = true
    }
    return request
  }

  /// A request for a path below this client's store.
  func request(catalog segments: [String], query: [URLQueryItem]) throws -> CatalogRequest {
    let storefront = try StorefrontID.checked(storefront)
    return CatalogRequest(segments: ["v1", "catalog", storefront] + segments, query: query)
  }
}

extension [any FieldRow] {
  /// The parameters `include` and `views` that ask for the properties, each once.
  func query() -> [URLQueryItem] {
    func names(areViews: Bool) -> String? {
      var seen = Set<String>()
      let names = filter { $0.isView == areViews }.map(\.name)
      return names.isEmpty ? nil : names.filter { seen.insert($0).inserted }.joined(separator: ",")
    }
    return [URLQueryItem](["include": names(areViews: false), "views": names(areViews: true)])
  }
}

extension [URLQueryItem] {
  /// The part of a list that is asked for, checked.
  ///
  /// - Parameters:
  ///   - maximum: how many members a page may have.
  ///   - bound: what the offset is below.
  static func page(
    _ limit: Int?,
    _ offset: Int? = nil,
    atMost maximum: Int? = nil,
    below bound: Int? = nil
  ) throws -> Self {
    if let limit, limit < 1 || limit > maximum ?? .max {
      throw RequestChecks.invalid(
        "This limit is at least 1" + (maximum.map { ", and at most \($0)." } ?? ".")
      )
    }
    if let offset, offset < 0 || offset >= bound ?? .max {
      throw RequestChecks.invalid(
        "This offset is at least 0" + (bound.map { ", and below \($0)." } ?? ".")
      )
    }
    return Self(["limit": limit, "offset": offset])
  }

  /// Items of names that have a value.
  init(_ values: KeyValuePairs<String, (any CustomStringConvertible)?>) {
    self = values.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0.description) }
    }
  }
}

/// Writes lists of resources of several types as parameters: `ids[songs]=1,2&ids[albums]=3`.
enum IdentifierQuery {
  /// Parameters for one request each: no more of a type than the service takes, none too long.
  static func batches(_ identifiers: [AppleMusic.Identifier]) throws -> [[URLQueryItem]] {
    var types: [String] = []
    var ids: [String: [String]] = [:]
    for identifier in identifiers {
      try RequestChecks.name(identifier.type)
      try RequestChecks.identity(identifier.id)
      if ids[identifier.type] == nil { types.append(identifier.type) }
      ids[identifier.type, default: []].append(identifier.id)
    }
    var batches: [[URLQueryItem]] = []
    var length = 0
    for type in types {
      let chunks = RequestChunks.of(ids[type] ?? [], count: RequestLimits.identities(type))
      for (number, chunk) in chunks.enumerated() {
        let item = URLQueryItem(name: "ids[\(type)]", value: chunk.joined(separator: ","))
        let added = PercentEncoding.value(item.value ?? "").utf8.count + type.utf8.count + 12
        // Chunks of one type are full by themselves; different types share a request.
        let isFull = length + added > RequestBounds.target - 500
        if batches.isEmpty || number > 0 || isFull {
          batches.append([])
          length = 0
        }
        batches[batches.count - 1].append(item)
        length += added
      }
    }
    return batches
  }
}

extension Swift.Collection where Element == AppleMusic.TypeName {
  /// The names as one parameter, each once.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where there is none, or one is no name.
  func parameter() throws -> String {
    guard !isEmpty else { throw RequestChecks.invalid("This needs at least one type.") }
    var seen = Set<String>()
    let names = map(\.rawValue).filter { seen.insert($0).inserted }
    for name in names { try RequestChecks.name(name) }
    return names.joined(separator: ",")
  }
}
