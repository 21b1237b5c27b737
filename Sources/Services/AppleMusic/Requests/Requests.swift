import Foundation
import PlayerKitServices

extension AppleMusicClient {
  /// Returns the path segments of the list of `type`, below `/v1`.
  private static func listPath(_ type: String, storefront: String) throws -> [String] {
    try RequestChecks.name(type)
    switch type {
    case "storefronts": return ["storefronts"]
    case "personal-recommendation": return ["me", "recommendations"]
    case "music-summaries": return ["me", "music-summaries"]
    default: break
    }
    if type.hasPrefix("library-") { return ["me", "library", String(type.dropFirst(8))] }
    return ["catalog", try RequestChecks.storefront(storefront), type]
  }

  /// Makes a request for the list of a kind, or for the path `segments` below it.
  func request<Kind: AppleMusic.ResourceKind>(
    _ kind: Kind.Type,
    _ segments: [String] = [],
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = []
  ) throws -> CatalogRequest {
    let list = try Self.listPath(kind.name, storefront: storefront)
    let properties = try kind.properties(properties)
    var request = CatalogRequest(
      segments: ["v1"] + list + segments,
      query: properties.query() + query
    )
    // Whether the user's library has an item of the catalog is only available with the user's
    // token.
    if properties.contains(where: { $0.name == "library" && !$0.isView }) {
      request.isPersonal = true
    }
    return request
  }

  /// Makes a request for a path below this client's storefront.
  func request(catalog segments: [String], query: [URLQueryItem]) throws -> CatalogRequest {
    let storefront = try RequestChecks.storefront(storefront)
    return CatalogRequest(segments: ["v1", "catalog", storefront] + segments, query: query)
  }
}

extension [any FieldRow] {
  /// Returns the parameters `include` and `views` for the properties, without duplicates.
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
  /// Makes validated paging parameters.
  ///
  /// - Parameters:
  ///   - maximum: The maximum page size.
  ///   - bound: The exclusive upper bound of the offset.
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

  /// Makes items for the names that have a value.
  init(_ values: KeyValuePairs<String, (any CustomStringConvertible)?>) {
    self = values.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0.description) }
    }
  }
}

extension [AppleMusic.Identifier] {
  /// Returns the parameters of each request for these resources, such as
  /// `ids[songs]=1,2&ids[albums]=3`, within the service's limits per type and for the length.
  func queries() throws -> [[URLQueryItem]] {
    var types: [String] = []
    var ids: [String: [String]] = [:]
    for identifier in self {
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
        // The chunks of one type are already full; different types share a request.
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
  /// Returns the names as one parameter, without duplicates.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if there is none, or if a name is malformed.
  func parameter() throws -> String {
    guard !isEmpty else { throw RequestChecks.invalid("This needs at least one type.") }
    var seen = Set<String>()
    let names = map(\.rawValue).filter { seen.insert($0).inserted }
    for name in names { try RequestChecks.name(name) }
    return names.joined(separator: ",")
  }
}
