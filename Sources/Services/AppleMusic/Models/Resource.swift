import PlayerKitServices

extension AppleMusic {
  /// An item of Apple Music: a song, an album, a station.
  ///
  /// A resource with only id, type and address (`attributes == nil`) is an *identifier*. Lists
  /// contain identifiers if a relationship was not included. Attributes, relationships and views
  /// are available as properties: `song.name`, `album.tracks`, `artist.similarArtists`. Each one is
  /// `nil` if it was not fetched or the item has none.
  @dynamicMemberLookup
  public struct Resource<Kind: ResourceKind>: Identifiable, Hashable, Sendable {
    /// The service's id. For resources of the catalog, it is valid in one storefront only.
    public var id: String
    /// The `type` as the service sent it, usually the kind's ``ResourceKind/name``.
    public var type: String
    /// The path of the resource, relative to the host.
    public var href: String?
    var box: Box?

    /// Makes a resource, or an identifier if only the id is given.
    public init(
      id: String,
      href: String? = nil,
      attributes: Kind.Attributes? = nil,
      relationships: FieldValues<Kind>? = nil,
      views: FieldValues<Kind>? = nil,
      meta: JSONValue? = nil
    ) {
      self.id = id
      self.type = Kind.name
      self.href = href
      change {
        $0 = Parts(attributes: attributes, relationships: relationships, views: views, meta: meta)
      }
    }

    /// An attribute.
    public subscript<Value>(dynamicMember path: KeyPath<Kind.Attributes, Value?>) -> Value? {
      attributes?[keyPath: path]
    }

    /// A relationship or a view.
    public subscript<Element>(
      dynamicMember path: KeyPath<Kind, Property<Element>>
    ) -> Collection<Element>? {
      (Kind.table[path].isView ? views : relationships)?[dynamicMember: path]
    }
  }
}

extension AppleMusic.Resource {
  /// The id and the type, to refer to the resource in a list.
  public var identifier: AppleMusic.Identifier {
    AppleMusic.Identifier(id: id, type: type, href: href)
  }
}

extension AppleMusic {
  /// Identifies a resource by its id and type.
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
