extension AppleMusic {
  /// A kind of resource: what its `type` is called, and what its parts hold.
  ///
  /// Kinds are never made; they stand between the angle brackets of ``Resource``.
  public protocol ResourceKind: Sendable {
    /// What describes the thing itself.
    associatedtype Attributes: Codable & Hashable & Sendable
    /// Its relations to other resources.
    associatedtype Relationships: PropertyGroup
    /// Lists that the service composes for it.
    associatedtype Views: PropertyGroup

    /// The `type` of its resources, such as `songs`.
    static var name: String { get }

    /// Whether a resource of this `type` is of this kind. Normally only ``name`` is.
    static func isName(_ type: String) -> Bool
  }

  /// The relationships or the views of a kind.
  public protocol PropertyGroup: Codable, Hashable, Sendable {
    /// Takes over those named as the service names them, where `other` has them.
    mutating func take(_ names: Set<String>, from other: Self)
  }

  /// The parts of a kind that has none: no relationship, or no view.
  public struct None: PropertyGroup {
    /// Makes it.
    public init() {}

    /// Does nothing.
    public mutating func take(_ names: Set<String>, from other: Self) {}
  }
}

extension AppleMusic.ResourceKind {
  /// Whether `type` is ``name``.
  public static func isName(_ type: String) -> Bool { type == name }
}
