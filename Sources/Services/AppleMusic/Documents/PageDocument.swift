import MusicCatalog

extension AppleMusic {
  /// A further page of a list, whatever it is wrapped in: a list's own, or a group of a search's or
  /// of charts.
  ///
  /// A pager decodes this, and need not know what kind of list it pages.
  public struct PageDocument<Element: Member>: Decodable, Sendable {
    /// The page.
    public var collection: Collection<Element>

    private enum CodingKeys: String, CodingKey {
      case results
    }

    /// Reads a page.
    ///
    /// - Throws: `DecodingError` where there is neither a list nor a group.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.contains(.results) else {
        collection = try Collection(from: decoder)
        return
      }
      let groups = try container.nestedContainer(keyedBy: FieldKey.self, forKey: .results)
      // The address of a next page names one type, so that there is one group; none where the
      // service has no more.
      let keys = groups.allKeys.sorted { $0.stringValue < $1.stringValue }
      guard let key = keys.first(where: { $0.stringValue != "topResults" }) ?? keys.first else {
        collection = Collection()
        return
      }
      if let charts = try? groups.decode([Chart<Element>].self, forKey: key) {
        collection = charts.first?.members ?? Collection()
      } else {
        collection = try groups.decode(Collection<Element>.self, forKey: key)
      }
    }
  }
}
