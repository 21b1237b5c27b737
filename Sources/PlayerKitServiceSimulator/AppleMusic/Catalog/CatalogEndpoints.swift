/// Answers requests for `/v1/catalog/{storefront}/…`. A new value is made for each request.
struct CatalogEndpoints {
  let store: StorefrontCatalog
  let query: Query
  /// The path of the request, still encoded.
  let path: String
  let writer: ResourceWriter
  let userIsKnown: Bool

  /// Answers a request. `segments` are the decoded parts after the storefront.
  func answer(_ segments: [String]) throws -> JSON {
    switch segments.first {
    case nil: return try mixed()
    case "search": return try search(Array(segments.dropFirst()))
    case "charts": return try charts()
    case .some(let name):
      guard let kind = ResourceKind(rawValue: name) else { throw AppleMusicFailure.unknownPath }
      return try resources(kind, Array(segments.dropFirst()))
    }
  }

  private func resources(_ kind: ResourceKind, _ rest: [String]) throws -> JSON {
    guard let id = rest.first else { return try many(kind) }
    guard let reference = store.reference(kind, id: id) else { throw AppleMusicFailure.notFound }
    if rest.count == 1 { return ["data": try writer.resources([reference], .single)] }
    if rest.count == 2 { return try relationship(of: reference, rest[1]) }
    guard rest.count == 3, rest[1] == "view" else { throw AppleMusicFailure.unknownPath }
    return try view(of: reference, rest[2])
  }

  private func relationship(of reference: ResourceReference, _ name: String) throws -> JSON {
    guard let rule = reference.kind.relationships.first(where: { $0.name == name }) else {
      throw AppleMusicFailure.notFound
    }
    let page = try query.page(standard: rule.standard, maximum: rule.maximum)
    if name == "library" {
      guard userIsKnown else { throw AppleMusicFailure.forbidden }
      return ["data": writer.libraryTwin(of: reference)]
    }
    return try list(store.related(reference, rule), page)
  }

  private func view(of reference: ResourceReference, _ name: String) throws -> JSON {
    guard let view = store.view(reference, name) else { throw AppleMusicFailure.notFound }
    let page = try query.page(standard: 20, maximum: 100)
    // As with inlined views, some empty views are lists and some are not found.
    if view.members.isEmpty, reference.index % 2 == 1 { throw AppleMusicFailure.notFound }
    let isTitled = query.list("with")?.contains("attributes") == true
    return try list(view.members, page)
      + (isTitled ? ["attributes": ["title": .string(view.title)]] : [:])
  }

  /// A page of resources.
  func list(_ references: [ResourceReference], _ page: Page) throws -> JSON {
    try query.list(references, page, at: path) { try writer.resources($0, .primary) }
  }
}
