import PlayerKitServices

extension AppleMusic {
  /// A kind of resource: its `type`, its attributes, and as stored properties the relationships and
  /// views of its resources.
  public protocol ResourceKind: FieldSet {
    /// The attributes of the resources.
    associatedtype Attributes: Codable & Hashable & Sendable

    /// The `type` of its resources, such as `songs`.
    static var name: String { get }

    /// Whether a resource with this `type` belongs to the kind. Normally only ``name`` does.
    static func isName(_ type: String) -> Bool
  }
}

extension AppleMusic.ResourceKind {
  /// Whether `type` is ``name``.
  public static func isName(_ type: String) -> Bool { type == name }
}

extension AppleMusic {
  /// A list that resources of a kind may have: a relationship, such as the tracks of an album, or a
  /// view, such as similar artists.
  public typealias Property<Element: Member> = Field<Collection<Element>>

  /// The key path of a property of a kind: `\.tracks`, `\.similarArtists`.
  public typealias PropertyPath<Kind: ResourceKind> = PartialKeyPath<Kind> & Sendable
}

extension Field {
  /// Makes a view, by the service's name. Without the label, it is a relationship.
  public init<Element>(view name: String) where Value == AppleMusic.Collection<Element> {
    self.init(name, in: AppleMusic.ResourceKeys.views.rawValue)
  }
}

extension AppleMusic.ResourceKind {
  /// Returns the properties at these paths.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if a path does not lead to a property.
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
  /// Whether this is a view rather than a relationship.
  var isView: Bool { part == AppleMusic.ResourceKeys.views.rawValue }
}
