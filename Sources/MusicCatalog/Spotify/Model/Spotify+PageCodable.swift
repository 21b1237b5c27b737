extension Spotify {
  enum PageKeys: String, CodingKey {
    case items, href, limit, offset, total, next, previous, cursors
  }
}

extension Spotify.Page: Codable {
  /// Reads a page; members that cannot be read go into ``unreadable``.
  ///
  /// - Throws: `DecodingError` where there is no object at all, or `items` is no list.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Spotify.PageKeys.self)
    items = try container.decodeIfPresent(TolerantList<Element>.self, forKey: .items)
    href = try container.decodeIfPresent(String.self, forKey: .href)
    limit = try container.decodeIfPresent(Int.self, forKey: .limit)
    offset = try container.decodeIfPresent(Int.self, forKey: .offset)
    total = try container.decodeIfPresent(Int.self, forKey: .total)
    next = try container.decodeIfPresent(String.self, forKey: .next)
    previous = try container.decodeIfPresent(String.self, forKey: .previous)
    cursors = try container.decodeIfPresent(Spotify.Cursors.self, forKey: .cursors)
    if next != nil, let pager = decoder.userInfo[.spotifyPager] as? any Spotify.Pager {
      // Of a search's list this is the name of its group: further pages of it stand in it again.
      let group = decoder.codingPath.last.flatMap { $0.intValue == nil ? $0.stringValue : nil }
      paging = Paging(pager: pager, group: group, visited: [])
    }
  }

  /// Writes the service's form, the unreadable members where they stood.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Spotify.PageKeys.self)
    try container.encodeIfPresent(items, forKey: .items)
    try container.encodeIfPresent(href, forKey: .href)
    try container.encodeIfPresent(limit, forKey: .limit)
    try container.encodeIfPresent(offset, forKey: .offset)
    try container.encodeIfPresent(total, forKey: .total)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(previous, forKey: .previous)
    try container.encodeIfPresent(cursors, forKey: .cursors)
  }
}

extension Spotify {
  /// An answer that is a page, or holds it in a group as searches do.
  struct PageDocument<Element: Codable & Hashable & Sendable>: Decodable {
    let page: Page<Element>

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      if !container.contains(AnyKey("items")) {
        let wanted = decoder.userInfo[.spotifyGroup] as? String
        let group = wanted.map(AnyKey.init).flatMap { container.contains($0) ? $0 : nil }
        if let group = group ?? container.allKeys.first,
          container.allKeys.count == 1 || wanted != nil,
          let page = try? container.decode(Page<Element>.self, forKey: group), page.isIncluded
        {
          self.page = page
          return
        }
      }
      page = try Page(from: decoder)
      guard page.isIncluded else {
        throw DecodingError.keyNotFound(
          AnyKey("items"),
          .init(codingPath: decoder.codingPath, debugDescription: "There is no list.")
        )
      }
    }
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
