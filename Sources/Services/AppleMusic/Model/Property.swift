import MusicCatalog

extension AppleMusic {
  /// A list that resources of a kind may have: a relationship, such as the tracks of an album, or a
  /// view, such as the artists like an artist.
  public typealias Property<Element: Member> = Field<Collection<Element>>

  /// What names a property of a kind: `\.tracks`, `\.similarArtists`.
  public typealias PropertyPath<Kind: ResourceKind> = PartialKeyPath<Kind> & Sendable
}

extension Field {
  /// A view, by the service's name. Without the label, it is a relationship.
  public init<Element>(view name: String) where Value == AppleMusic.Collection<Element> {
    self.init(name, in: AppleMusic.ResourceKeys.views.rawValue)
  }
}

extension AppleMusic.ResourceKind {
  /// The properties at these paths.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where a path leads to anything else.
  static func properties(
    _ paths: [AppleMusic.PropertyPath<Self>]
  ) throws -> [any FieldRow] {
    try paths.map { path in
      guard let property = table.row(at: path) else {
        throw RequestChecks.invalid("The path leads to no relationship or view.")
      }
      return property
    }
  }
}

extension FieldRow {
  /// Whether this is a view, and no relationship.
  var isView: Bool { part == AppleMusic.ResourceKeys.views.rawValue }
}

extension AppleMusic.Resource {
  /// The same resource with what a later answer says of it.
  ///
  /// - Parameters:
  ///   - properties: the relationships and views to take from `other`; those that this resource
  ///     has already, and that are not named, stay as they are.
  ///   - other: the same resource, as it was fetched with these properties.
  public func taking(_ properties: [AppleMusic.PropertyPath<Kind>], from other: Self) -> Self {
    var copy = self
    copy.href = other.href ?? href
    copy.attributes = other.attributes ?? attributes
    copy.relationships = relationships ?? other.relationships
    copy.views = views ?? other.views
    for property in properties.compactMap({ Kind.table.row(at: $0) }) {
      let part = property.isView ? \Self.views : \Self.relationships
      guard let fresh = other[keyPath: part] else { continue }
      copy[keyPath: part]?.replace(property.name, from: fresh)
    }
    return copy
  }
}
