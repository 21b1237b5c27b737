import PlayerKitServices

extension AppleMusic {
  /// A kind of resource: what its `type` is called, and what its parts hold. Its stored properties
  /// are the relationships and views that its resources may have.
  public protocol ResourceKind: FieldSet {
    /// What describes the thing itself.
    associatedtype Attributes: Codable & Hashable & Sendable

    /// The `type` of its resources, such as `songs`.
    static var name: String { get }

    /// Whether a resource of this `type` is of this kind. Normally only ``name`` is.
    static func isName(_ type: String) -> Bool
  }
}

extension AppleMusic.ResourceKind {
  /// Whether `type` is ``name``.
  public static func isName(_ type: String) -> Bool { type == name }
}

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
