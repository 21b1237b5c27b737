import MusicCatalog

extension AppleMusic {
  /// What a look-up of many identities found.
  public struct Lookup<Kind: ResourceKind>: Hashable, Sendable {
    /// The resources in the order of the request; one that was asked for twice stands twice.
    public var resources: [Resource<Kind>]
    /// The identities that the catalog does not have, each once, in the order of the request.
    public var missing: [String]
    /// The resources that came in a form that cannot be read. They are not among the missing.
    public var unreadable: [UnreadableMember]

    /// Makes a result.
    public init(
      resources: [Resource<Kind>] = [],
      missing: [String] = [],
      unreadable: [UnreadableMember] = []
    ) {
      self.resources = resources
      self.missing = missing
      self.unreadable = unreadable
    }

    /// The resource of an identity; `nil` where it was not found. Goes through the list.
    public subscript(id: String) -> Resource<Kind>? { resources.first { $0.id == id } }
  }

  /// What a look-up of codes found: of ISRCs, UPCs, or identities of another store. One code may
  /// stand for many resources, and one resource may be found by several codes.
  public struct Matches<Kind: ResourceKind>: Hashable, Sendable {
    /// All resources, each once, in the service's order.
    public var resources: [Resource<Kind>]
    /// For each code that was found, its resources. A resource of which the service sent the
    /// identity alone has no attributes.
    public var byCode: [String: [Resource<Kind>]]
    /// The codes without a resource, each once, in the order of the request.
    public var missing: [String]
    /// The resources that came in a form that cannot be read.
    public var unreadable: [UnreadableMember]

    /// Makes a result.
    public init(
      resources: [Resource<Kind>] = [],
      byCode: [String: [Resource<Kind>]] = [:],
      missing: [String] = [],
      unreadable: [UnreadableMember] = []
    ) {
      self.resources = resources
      self.byCode = byCode
      self.missing = missing
      self.unreadable = unreadable
    }

    /// The resources of a code, in any spelling of it; empty where it was not found.
    public subscript(code: String) -> [Resource<Kind>] {
      byCode[code] ?? byCode[CatalogCode.normalized(code)] ?? []
    }
  }

  /// What a look-up of several types at once found.
  public struct MixedLookup: Hashable, Sendable {
    /// The resources in the service's order.
    public var items: [Item]
    /// What the catalog does not have.
    public var missing: [Identifier]
    /// The resources that came in a form that cannot be read. They are not among the missing.
    public var unreadable: [UnreadableMember]

    /// Makes a result.
    public init(
      items: [Item] = [],
      missing: [Identifier] = [],
      unreadable: [UnreadableMember] = []
    ) {
      self.items = items
      self.missing = missing
      self.unreadable = unreadable
    }
  }
}

/// The codes of recordings and products.
enum CatalogCode {
  /// In upper case, without hyphens and spaces: as the service wants them.
  static func normalized(_ code: String) -> String {
    code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
  }

  /// A code that can be sent: letters and digits.
  static func checked(_ code: String) throws -> String {
    let code = normalized(code)
    let isPlain = code.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
    }
    guard !code.isEmpty, code.utf8.count <= 32, isPlain else {
      throw RequestChecks.invalid("An ISRC or UPC consists of letters and digits.")
    }
    return code
  }
}
