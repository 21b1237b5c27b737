import PlayerKitServices

extension AppleMusic {
  /// One thing of Apple Music: a song, an album, a station.
  ///
  /// A resource of which only id, type and address are known (`attributes == nil`) is an
  /// *identifier*: lists hold such ones where a relationship was not included. Attributes,
  /// relationships and views read through: `song.name`, `album.tracks`, `artist.similarArtists`;
  /// each is `nil` where it was not fetched or the thing has none.
  @dynamicMemberLookup
  public struct Resource<Kind: ResourceKind>: Identifiable, Hashable, Sendable {
    /// The service's id. Of a catalog's resources it holds for one storefront only.
    public var id: String
    /// The `type` as the service wrote it; ``ResourceKind/name`` of the kind.
    public var type: String
    /// The path of the resource, relative to the host.
    public var href: String?
    var box: Box?

    /// Makes a resource, or an identifier where only the id is given.
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
  /// Id and type, to name the resource in a list.
  public var identifier: AppleMusic.Identifier {
    AppleMusic.Identifier(id: id, type: type, href: href)
  }
}

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
