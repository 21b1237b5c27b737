extension AppleMusic.Resource {
  /// What a resource has beyond its identity. It never changes once it is made.
  ///
  /// Behind a reference, since it is large (a kilobyte and more), most members of nested lists are
  /// identifiers that have none of it, and lists are copied often.
  final class Parts: Sendable {
    let attributes: Kind.Attributes?
    let relationships: Kind.Relationships?
    let views: Kind.Views?
    let meta: JSONValue?

    /// `nil` where there is nothing to hold.
    init?(
      attributes: Kind.Attributes?,
      relationships: Kind.Relationships?,
      views: Kind.Views?,
      meta: JSONValue?
    ) {
      if attributes == nil, relationships == nil, views == nil, meta == nil { return nil }
      self.attributes = attributes
      self.relationships = relationships
      self.views = views
      self.meta = meta
    }
  }

  /// What describes it; `nil`: not fetched.
  public var attributes: Kind.Attributes? {
    get { parts?.attributes }
    set {
      parts = Parts(attributes: newValue, relationships: relationships, views: views, meta: meta)
    }
  }

  /// Its relations; `nil`: not fetched.
  public var relationships: Kind.Relationships? {
    get { parts?.relationships }
    set { parts = Parts(attributes: attributes, relationships: newValue, views: views, meta: meta) }
  }

  /// Its views; `nil`: not fetched.
  public var views: Kind.Views? {
    get { parts?.views }
    set {
      parts = Parts(
        attributes: attributes,
        relationships: relationships,
        views: newValue,
        meta: meta
      )
    }
  }

  /// What the service says about the answer rather than the thing. Rarely there.
  public var meta: JSONValue? {
    get { parts?.meta }
    set {
      parts = Parts(
        attributes: attributes,
        relationships: relationships,
        views: views,
        meta: newValue
      )
    }
  }
}

extension AppleMusic.Resource.Parts: Hashable {
  static func == (one: AppleMusic.Resource<Kind>.Parts, other: AppleMusic.Resource<Kind>.Parts)
    -> Bool
  {
    one === other
      || one.attributes == other.attributes && one.relationships == other.relationships
        && one.views == other.views && one.meta == other.meta
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(attributes)
    hasher.combine(relationships)
    hasher.combine(views)
    hasher.combine(meta)
  }
}
