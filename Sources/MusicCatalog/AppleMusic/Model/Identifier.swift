extension AppleMusic {
  /// What names a resource: its id and its type.
  public struct Identifier: Codable, Hashable, Sendable {
    /// The service's id.
    public var id: String
    /// The name of the kind, such as `songs`.
    public var type: String
    /// The path of the resource, relative to the host.
    public var href: String?

    /// Makes an identifier.
    public init(id: String, type: String, href: String? = nil) {
      self.id = id
      self.type = type
      self.href = href
    }
  }
}
