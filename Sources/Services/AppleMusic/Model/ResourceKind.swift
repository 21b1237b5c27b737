import MusicCatalog

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
