import PlayerKitServices

extension AppleMusic.Resource {
  /// The parts of a resource besides its identifier.
  struct Parts: Hashable, Sendable {
    var attributes: Kind.Attributes?
    var relationships: FieldValues<Kind>?
    var views: FieldValues<Kind>?
    var meta: JSONValue?

    var isEmpty: Bool {
      attributes == nil && relationships == nil && views == nil && meta == nil
    }
  }

  /// Immutable storage of the parts.
  ///
  /// A reference type because the parts are large (a kilobyte and more), most members of nested
  /// lists are identifiers without parts, and lists are copied often.
  final class Box: Hashable, Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static func == (one: Box, other: Box) -> Bool { one === other || one.parts == other.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
  }

  /// The attributes. `nil` if not fetched.
  public var attributes: Kind.Attributes? {
    get { box?.parts.attributes }
    set { change { $0.attributes = newValue } }
  }

  /// The relationships. `nil` if not fetched.
  public var relationships: FieldValues<Kind>? {
    get { box?.parts.relationships }
    set { change { $0.relationships = newValue } }
  }

  /// The views. `nil` if not fetched.
  public var views: FieldValues<Kind>? {
    get { box?.parts.views }
    set { change { $0.views = newValue } }
  }

  /// The service's metadata of the reply rather than the item. Rarely present.
  public var meta: JSONValue? {
    get { box?.parts.meta }
    set { change { $0.meta = newValue } }
  }

  mutating func change(_ edit: (inout Parts) -> Void) {
    var parts = box?.parts ?? Parts()
    edit(&parts)
    box = parts.isEmpty ? nil : Box(parts)
  }
}

extension AppleMusic {
  /// The keys of every resource, regardless of its kind.
  enum ResourceKeys: String, CodingKey {
    case id, type, href, attributes, relationships, views, meta
  }
}

extension AppleMusic.Resource: Codable {
  /// Reads a resource.
  ///
  /// An unreadable attribute is `nil`, as if it were missing.
  ///
  /// - Throws: `DecodingError` if the `type` belongs to another kind, or if there is no id.
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

  /// Reads the rest of a resource whose type is already known. Creating the container is expensive,
  /// so mixed lists create it only once.
  init(
    of type: String,
    from container: KeyedDecodingContainer<AppleMusic.ResourceKeys>
  ) throws {
    self.type = type
    id = try container.text(.id)
    href = try container.decodeIfPresent(String.self, forKey: .href)
    // Most members of nested lists are identifiers, so avoid creating parts for them.
    let hasParts =
      container.contains(.attributes) || container.contains(.relationships)
      || container.contains(.views) || container.contains(.meta)
    guard hasParts else { return }
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
    let values = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
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
