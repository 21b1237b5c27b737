extension AppleMusic {
  enum CollectionKeys: String, CodingKey {
    case data, href, next, attributes, meta
  }

  enum TitleKeys: String, CodingKey {
    case title
  }

  /// Takes whatever stands there, a number too large for any type as well.
  struct Anything: Decodable {
    let json: JSONValue

    init(from decoder: any Decoder) {
      json = (try? JSONValue(from: decoder)) ?? .null
    }
  }
}

extension AppleMusic.Collection: Codable {
  /// Reads a page; members that cannot be read go into ``unreadable``.
  ///
  /// - Throws: `DecodingError` where there is no object at all, or `data` is no list.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AppleMusic.CollectionKeys.self)
    members = []
    unreadable = []
    isIncluded = false
    href = try container.decodeIfPresent(String.self, forKey: .href)
    next = try container.decodeIfPresent(String.self, forKey: .next)
    meta = try container.decodeIfPresent(JSONValue.self, forKey: .meta)
    if container.contains(.attributes) {
      title = try container.nestedContainer(keyedBy: AppleMusic.TitleKeys.self, forKey: .attributes)
        .decodeIfPresent(String.self, forKey: .title)
    }
    // Looking up the pager costs as much as a small list; only lists that go on need one.
    if next != nil {
      let pager = decoder.userInfo[.appleMusicPager] as? any AppleMusic.CollectionPager
      paging = pager.map { Paging(pager: $0, limit: nil, visited: []) }
    }
    if container.contains(.data), try !container.decodeNil(forKey: .data) {
      var list = try container.nestedUnkeyedContainer(forKey: .data)
      try read(&list)
      isIncluded = true
    }
  }

  private mutating func read(_ list: inout any UnkeyedDecodingContainer) throws {
    members.reserveCapacity(Swift.min(list.count ?? 0, 1_000))
    while !list.isAtEnd {
      do {
        members.append(try list.decode(Element.self))
      } catch {
        let index = list.currentIndex
        let json = try list.decode(AppleMusic.Anything.self).json
        unreadable.append(.init(index: index, json: json, error: error))
      }
    }
  }

  /// Writes the service's form, the unreadable members where they stood.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AppleMusic.CollectionKeys.self)
    try container.encodeIfPresent(href, forKey: .href)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(meta, forKey: .meta)
    if let title {
      var attributes = container.nestedContainer(
        keyedBy: AppleMusic.TitleKeys.self,
        forKey: .attributes
      )
      try attributes.encode(title, forKey: .title)
    }
    if isIncluded {
      var list = container.nestedUnkeyedContainer(forKey: .data)
      try write(to: &list)
    }
  }

  private func write(to list: inout any UnkeyedEncodingContainer) throws {
    var rest = unreadable[...]
    for member in members {
      while let lost = rest.first, lost.index <= list.count {
        try list.encode(lost.json)
        rest.removeFirst()
      }
      try list.encode(member)
    }
    for lost in rest { try list.encode(lost.json) }
  }
}
