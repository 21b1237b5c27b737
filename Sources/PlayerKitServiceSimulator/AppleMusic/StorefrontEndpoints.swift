/// `/v1/storefronts` and `/v1/language/…`.
struct StorefrontEndpoints {
  let request: SimulatedRequest
  private var query: Query { Query(pairs: request.query) }

  func answer(_ rest: [String]) throws -> JSON {
    if let id = rest.first {
      guard rest.count == 1, let storefront = Storefront.named(id) else {
        throw AppleMusicFailure.notFound
      }
      return ["data": [Self.resource(storefront)]]
    }
    if query["ids"] != nil {
      let found = try query.wanted("ids").compactMap(Storefront.named)
      return ["data": .array(found.map(Self.resource))]
    }
    let page = try query.page(standard: 25, maximum: 100)
    return query.list(Storefront.all, page, at: request.path) { .array($0.map(Self.resource)) }
  }

  static func resource(_ storefront: Storefront) -> JSON {
    [
      "id": .string(storefront.id), "type": "storefronts",
      "href": .string("/v1/storefronts/\(storefront.id)"),
      "attributes": [
        "name": .string(storefront.name),
        "defaultLanguageTag": .string(storefront.defaultLanguageTag),
        "supportedLanguageTags": .strings(storefront.supportedLanguageTags),
        "explicitContentPolicy": .string(storefront.explicitContentPolicy),
      ],
    ]
  }

  /// The language of the response: the storefront's default, unless `l` names another supported
  /// one.
  static func language(_ tag: String?, in storefront: Storefront) throws -> String {
    guard let tag else { return storefront.defaultLanguageTag }
    let known = storefront.supportedLanguageTags.first { $0.lowercased() == tag.lowercased() }
    guard let known else {
      throw AppleMusicFailure.invalid("Invalid language tag '\(tag)'", parameter: "l")
    }
    return known
  }

  /// The best supported tag: an exact match, otherwise one of the same language, otherwise the
  /// default.
  func languageTag(_ rest: [String]) throws -> JSON {
    guard rest.count == 2, rest[1] == "tag" else { throw AppleMusicFailure.notFound }
    guard let storefront = Storefront.named(rest[0]) else {
      throw AppleMusicFailure.invalidPath("Unknown storefront '\(rest[0])'")
    }
    guard let wanted = query.list("acceptLanguage"), !wanted.isEmpty else {
      throw AppleMusicFailure.missing("acceptLanguage")
    }
    let tags = storefront.supportedLanguageTags
    for entry in wanted {
      let tag = entry.split(separator: ";").first?.lowercased() ?? ""
      let language = tag.prefix { $0 != "-" }
      if let found = tags.first(where: { $0.lowercased() == tag })
        ?? tags.first(where: { $0.lowercased().prefix { $0 != "-" } == language })
      {
        return ["results": ["tag": .string(found)]]
      }
    }
    return ["results": ["tag": .string(storefront.defaultLanguageTag)]]
  }
}
