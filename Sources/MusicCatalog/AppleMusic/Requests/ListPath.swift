import Foundation

/// Where the resources of a kind are listed.
enum ListPath {
  /// The segments of the list of `type`, below `/v1`.
  static func segments(_ type: String, storefront: String) throws -> [String] {
    try RequestChecks.name(type)
    switch type {
    case "storefronts": return ["storefronts"]
    case "personal-recommendation": return ["me", "recommendations"]
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
    with properties: [AppleMusic.Property<Kind>] = [],
    query: [URLQueryItem] = []
  ) throws -> AppleMusic.DataRequest {
    let list = try ListPath.segments(kind.name, storefront: storefront)
    var request = AppleMusic.DataRequest(
      AppleMusic.DataRequest.path(list + segments),
      query: properties.query() + query
    )
    // What a user has of the catalog in the library, the catalog tells that user alone.
    if properties.contains(.relationship("library")) { request.sendsUserToken = true }
    return request
  }

  /// A request for a path below this client's store.
  func request(
    catalog segments: [String],
    query: [URLQueryItem]
  ) throws -> AppleMusic.DataRequest {
    let storefront = try StorefrontID.checked(storefront)
    return AppleMusic.DataRequest(
      AppleMusic.DataRequest.path(["catalog", storefront] + segments),
      query: query
    )
  }
}

extension Collection {
  /// The parameters `include` and `views` that ask for the properties, each once.
  func query<Kind>() -> [URLQueryItem] where Element == AppleMusic.Property<Kind> {
    func names(_ form: AppleMusic.Property<Kind>.Form) -> String? {
      var seen = Set<String>()
      let names = filter { $0.form == form && seen.insert($0.name).inserted }.map(\.name)
      return names.isEmpty ? nil : names.joined(separator: ",")
    }
    return [URLQueryItem](["include": names(.relationship), "views": names(.view)])
  }
}

extension [URLQueryItem] {
  /// Items of names that have a value.
  init(_ values: KeyValuePairs<String, (any CustomStringConvertible)?>) {
    self = values.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0.description) }
    }
  }
}
