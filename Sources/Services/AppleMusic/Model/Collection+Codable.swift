import MusicCatalog

extension AppleMusic {
  enum CollectionKeys: String, CodingKey {
    case data, href, next, attributes, meta
  }
}

extension AppleMusic.Collection: Codable {
  /// Reads a page; members that cannot be read go into ``unreadable``.
  ///
  /// - Throws: `DecodingError` where there is no object at all, or `data` is no list.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AppleMusic.CollectionKeys.self)
    if container.contains(.data), try !container.decodeNil(forKey: .data) {
      list = try container.decode(AppleMusic.LossyArray<Element>.self, forKey: .data)
    }
    href = try container.decodeIfPresent(String.self, forKey: .href)
    next = try container.decodeIfPresent(String.self, forKey: .next)
    attributes = try container.decodeIfPresent(JSONValue.self, forKey: .attributes)
    meta = try container.decodeIfPresent(JSONValue.self, forKey: .meta)
    // Looking up the pager costs as much as a small list; only lists that go on need one.
    if next != nil {
      let pager = decoder.userInfo[.appleMusicPager] as? any AppleMusic.CollectionPager
      paging = pager.map { Paging(pager: $0, limit: nil) }
    }
  }

  /// Writes the service's form, the unreadable members where they stood.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AppleMusic.CollectionKeys.self)
    try container.encodeIfPresent(list, forKey: .data)
    try container.encodeIfPresent(href, forKey: .href)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(attributes, forKey: .attributes)
    try container.encodeIfPresent(meta, forKey: .meta)
  }
}
