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

extension AppleMusic.Resource {
  /// The same resource with what a later answer says of it.
  ///
  /// - Parameters:
  ///   - properties: the relationships and views to take from `other`; those that this resource
  ///     has already, and that are not named, stay as they are.
  ///   - other: the same resource, as it was fetched with these properties.
  public func taking(_ properties: some Sequence<AppleMusic.Property<Kind>>, from other: Self)
    -> Self
  {
    var copy = self
    copy.href = other.href ?? href
    copy.attributes = other.attributes ?? attributes
    copy.relationships = relationships ?? other.relationships
    copy.views = views ?? other.views
    let names = Dictionary(grouping: properties, by: \.form).mapValues { Set($0.map(\.name)) }
    if let fresh = other.relationships, let names = names[.relationship] {
      copy.relationships?.take(names, from: fresh)
    }
    if let fresh = other.views, let names = names[.view] {
      copy.views?.take(names, from: fresh)
    }
    return copy
  }
}
