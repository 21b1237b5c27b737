import MusicCatalog

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
