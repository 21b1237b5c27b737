import MusicCatalog

extension AppleMusic {
  /// The keys of every resource, whatever its kind.
  enum ResourceKeys: String, CodingKey {
    case id, type, href, attributes, relationships, views, meta
  }
}

extension AppleMusic.Resource: Codable {
  /// Reads a resource.
  ///
  /// An attribute that cannot be read is `nil`, as if it had not been sent.
  ///
  /// - Throws: `DecodingError` where the `type` is another kind's, or there is no id.
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
    id = try container.text(.id)
    href = try container.decodeIfPresent(String.self, forKey: .href)
    let parts = Parts(
      attributes: try container.decodeIfPresent(Kind.Attributes.self, forKey: .attributes),
      relationships: try Self.values(.relationships, in: container, part: ""),
      views: try Self.values(.views, in: container, part: AppleMusic.ResourceKeys.views.rawValue),
      meta: try container.decodeIfPresent(JSONValue.self, forKey: .meta)
    )
    box = parts.isEmpty ? nil : Box(parts)
  }

  private static func values(
    _ key: AppleMusic.ResourceKeys,
    in container: KeyedDecodingContainer<AppleMusic.ResourceKeys>,
    part: String
  ) throws -> FieldValues<Kind>? {
    guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
    let values = try container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
    return try FieldValues(from: values, part: part)
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
