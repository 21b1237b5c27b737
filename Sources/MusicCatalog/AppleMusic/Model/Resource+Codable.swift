extension AppleMusic {
  /// The keys of every resource, whatever its kind.
  enum ResourceKeys: String, CodingKey {
    case id, type, href, attributes, relationships, views, meta
  }
}

extension AppleMusic.Resource: Codable {
  /// Reads a resource.
  ///
  /// - Throws: `DecodingError` where the `type` is another kind's, the id is no text, or an
  ///   attribute is not of the type that the service documents.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AppleMusic.ResourceKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    guard Kind.isName(type) else {
      throw DecodingError.dataCorruptedError(
        forKey: .type,
        in: container,
        debugDescription: "Expected \(Kind.name), found \(type)."
      )
    }
    try self.init(of: type, from: container)
  }

  /// Reads the rest of a resource of which the type is known already: making the container is the
  /// dear part, so that mixed lists make it once.
  init(
    of type: String,
    from container: KeyedDecodingContainer<AppleMusic.ResourceKeys>
  ) throws {
    self.type = type
    id = try container.decode(String.self, forKey: .id)
    href = try container.decodeIfPresent(String.self, forKey: .href)
    parts = try Self.parts(of: container)
  }

  private static func parts(
    of container: KeyedDecodingContainer<AppleMusic.ResourceKeys>
  ) throws -> Parts? {
    let isMore =
      container.contains(.attributes) || container.contains(.relationships)
      || container.contains(.views) || container.contains(.meta)
    guard isMore else { return nil }
    return Parts(
      attributes: try container.decodeRare(Kind.Attributes.self, forKey: .attributes),
      relationships: try container.decodeRare(Kind.Relationships.self, forKey: .relationships),
      views: try container.decodeRare(Kind.Views.self, forKey: .views),
      meta: try container.decodeRare(JSONValue.self, forKey: .meta)
    )
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AppleMusic.ResourceKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(href, forKey: .href)
    try container.encodeIfPresent(attributes, forKey: .attributes)
    try container.encodeIfPresent(relationships, forKey: .relationships)
    try container.encodeIfPresent(views, forKey: .views)
    try container.encodeIfPresent(meta, forKey: .meta)
  }
}
