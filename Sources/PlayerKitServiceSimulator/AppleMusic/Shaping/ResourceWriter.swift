/// Writes resources of the catalog as the request wants to see them.
struct ResourceWriter {
  let store: StorefrontCatalog
  let language: String
  let shape: ResponseShape
  /// Where previews and pictures are.
  let mediaBase: String
  /// The `l` of the request, which pages keep.
  let languageParameter: String?
  /// What the user's library holds of the catalog; empty where the request does not ask, or is nobody's.
  var libraryTwins: [ResourceReference: JSON] = [:]

  /// How a resource stands in the answer.
  enum Place {
    /// In `data`, alone, asked for by its path: with its usual relationships and all that was asked
    /// for.
    case single
    /// In `data`: the same without views, which are documented for the path of one resource alone.
    case primary
    /// Among search results and charts: no relationships unasked.
    case listed
    /// Inside another: only what was asked for by the name of its type.
    case nested(depth: Int)

    var isNested: Bool {
      switch self {
      case .single, .primary, .listed: false
      case .nested: true
      }
    }

    /// Inclusions may name each other; the third level stays bare.
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
      // Clients must take an empty view and a missing key alike: some things have the one, some the other.
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
