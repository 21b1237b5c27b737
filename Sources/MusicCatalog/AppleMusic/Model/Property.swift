extension AppleMusic {
  /// A relationship or view of a kind, to be fetched with a resource: `.tracks`,
  /// `.similarArtists`.
  public struct Property<Kind: ResourceKind>: Hashable, Sendable {
    /// Which parameter of a request asks for it.
    public enum Form: Hashable, Sendable {
      /// `include=`.
      case relationship
      /// `views=`.
      case view
    }

    /// The service's name, such as `similar-artists`.
    public let name: String
    /// Whether it is a relationship or a view.
    public let form: Form

    /// A relationship by its name.
    public static func relationship(_ name: String) -> Self {
      Self(name: name, form: .relationship)
    }

    /// A view by its name.
    public static func view(_ name: String) -> Self { Self(name: name, form: .view) }
  }
}
