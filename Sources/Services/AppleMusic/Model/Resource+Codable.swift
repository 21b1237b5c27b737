import PlayerKitServices

extension AppleMusic.Resource {
  /// What a resource has beyond its identity.
  struct Parts: Hashable, Sendable {
    var attributes: Kind.Attributes?
    var relationships: FieldValues<Kind>?
    var views: FieldValues<Kind>?
    var meta: JSONValue?

    var isEmpty: Bool {
      attributes == nil && relationships == nil && views == nil && meta == nil
    }
  }

  /// Holds the parts, and never changes once it is made.
  ///
  /// They are behind a reference, since they are large (a kilobyte and more), most members of nested
  /// lists are identifiers that have none of them, and lists are copied often.
  final class Box: Hashable, Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static func == (one: Box, other: Box) -> Bool { one === other || one.parts == other.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
  }

  /// What describes it; `nil`: not fetched.
  public var attributes: Kind.Attributes? {
    get { box?.parts.attributes }
    set { change { $0.attributes = newValue } }
  }

  /// Its relations; `nil`: not fetched.
  public var relationships: FieldValues<Kind>? {
    get { box?.parts.relationships }
    set { change { $0.relationships = newValue } }
  }

  /// Its views; `nil`: not fetched.
  public var views: FieldValues<Kind>? {
    get { box?.parts.views }
    set { change { $0.views = newValue } }
  }

  /// What the service says about the answer rather than the thing. Rarely there.
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
    // Most members of nested lists are identifiers: their parts would be made in vain.
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
