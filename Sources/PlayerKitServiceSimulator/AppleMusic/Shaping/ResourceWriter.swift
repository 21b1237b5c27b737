/// Writes catalog resources in the shape that the request asks for.
struct ResourceWriter {
  let store: StorefrontCatalog
  let language: String
  let shape: ResponseShape
  /// The base address of previews and pictures.
  let mediaBase: String
  /// The `l` parameter of the request, which the addresses of further pages keep.
  let languageParameter: String?
  /// The user's library counterparts of catalog resources. Empty if the request does not ask for
  /// them or has no user.
  var libraryTwins: [ResourceReference: JSON] = [:]

  /// The place of a resource in the response.
  enum Place {
    /// The only member of `data`, requested by its path: with its default relationships and
    /// everything requested.
    case single
    /// A member of `data`: the same without views, which are documented only for the path of a
    /// single resource.
    case primary
    /// In search results and charts: without default relationships.
    case listed
    /// Inside another resource: with requests for its type only.
    case nested(depth: Int)

    var isNested: Bool {
      switch self {
      case .single, .primary, .listed: false
      case .nested: true
      }
    }

    /// Inclusions may refer to each other. The third level has no inclusions.
    var inner: Place? {
      switch self {
      case .single, .primary, .listed: .nested(depth: 1)
      case .nested(let depth): depth < 2 ? .nested(depth: depth + 1) : nil
      }
    }
  }

  func identifier(_ reference: ResourceReference) -> JSON {
    [
      "id": .string(store.id(reference)), "type": .string(reference.kind.rawValue),
      "href": .string(store.href(reference)),
    ]
  }

  func resource(_ reference: ResourceReference, _ place: Place) throws -> JSON {
    let kind = reference.kind.rawValue
    let extended = shape.wanted("extend", kind, nested: place.isNested)
    let fields = shape.wanted("fields", kind, nested: place.isNested)
    let attributes = attributes(of: reference, extended: extended)
    let relationships = try relationships(of: reference, place)
    let views = try views(of: reference, place)
    return identifier(reference) + [
      "attributes": fields.isEmpty ? attributes : attributes.only(fields),
      "relationships": relationships.members.isEmpty ? nil : relationships,
      "views": views.members.isEmpty ? nil : views,
    ]
  }

  func resources(_ references: some Sequence<ResourceReference>, _ place: Place) throws -> JSON {
    .array(try references.map { reference in try resource(reference, place) })
  }

  private func relationships(of reference: ResourceReference, _ place: Place) throws -> JSON {
    let kind = reference.kind.rawValue
    let included = shape.wanted("include", kind, nested: place.isNested)
    let related = shape.wanted("relate", kind, nested: place.isNested)
    var result: JSON = [:]
    for rule in reference.kind.relationships {
      var form = rule.inlined
      switch place {
      case .single, .primary: break
      case .listed, .nested: form = .onDemand
      }
      if related.contains(rule.name), form == .onDemand { form = .identifiers }
      if included.contains(rule.name) { form = .resources }
      guard form != .onDemand else { continue }
      let inner = form == .resources ? place.inner : nil
      result[rule.name] = try relationship(reference, rule, inner: inner)
    }
    return result
  }

  private func relationship(
    _ reference: ResourceReference,
    _ rule: Relationship,
    inner: Place?
  ) throws -> JSON {
    if rule.name == "library" {
      let href = store.href(reference) + "/library"
      return ["href": .string(href), "data": libraryTwin(of: reference)]
    }
    let members = store.related(reference, rule)
    let page = Page(limit: try shape.limit(rule))
    return try list(members, page, at: store.href(reference) + "/" + rule.name) { shown in
      try inner.map { try resources(shown, $0) } ?? .array(shown.map(identifier))
    }
  }

  func libraryTwin(of reference: ResourceReference) -> JSON {
    .array([libraryTwins[reference]].compactMap { $0 })
  }

  private func views(of reference: ResourceReference, _ place: Place) throws -> JSON {
    var result: JSON = [:]
    guard case .single = place, let inner = place.inner else { return result }
    let wanted = shape.wanted("views", reference.kind.rawValue, nested: false)
    for name in reference.kind.views.map(\.name) where wanted.contains(name) {
      guard let view = store.view(reference, name) else { continue }
      // Clients must treat an empty view and a missing key alike, so both occur.
      if view.members.isEmpty, reference.index % 2 == 1 { continue }
      let page = Page(limit: min(shape.limits[name] ?? 10, 100))
      let list = try list(view.members, page, at: store.href(reference) + "/view/" + name) {
        try resources($0, inner)
      }
      result[name] = list + ["attributes": ["title": .string(view.title)]]
    }
    return result
  }

  /// The first page of a list inside a resource.
  private func list(
    _ members: [ResourceReference],
    _ page: Page,
    at href: String,
    _ write: (ArraySlice<ResourceReference>) throws -> JSON
  ) throws -> JSON {
    let language = languageParameter.map { "&l=\($0)" } ?? ""
    return [
      "href": .string(href),
      "next": .string(page.nextOffset(of: members.count).map { "\(href)?offset=\($0)\(language)" }),
      "data": try write(page.slice(of: members)),
    ]
  }
}
