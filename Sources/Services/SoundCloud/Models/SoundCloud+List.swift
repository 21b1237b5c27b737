import PlayerKitServices

extension SoundCloud {
  /// The requirements for a list's members.
  public typealias Member = Codable & Hashable & Sendable

  /// A page of a list. Members that cannot be read are in ``unreadable``, and do not affect the
  /// others.
  ///
  /// Lists change between requests for pages, so a member may appear twice or be missing.
  public struct List<Element: Member>: CatalogList, Hashable {
    private let collection: LossyArray<Element>
    /// The address of the next page, as sent.
    public let next: String?
    /// Fetches the next page.
    @DecodedPaging public var paging: ListPaging?

    /// The readable members, in the service's order.
    public var members: [Element] { collection.members }
    /// The members that could not be read.
    public var unreadable: [UnreadableMember] { collection.unreadable }
  }
}

extension SoundCloud.List: Decodable {
  private enum CodingKeys: String, SnakeCaseKey {
    case collection, nextHref
  }

  /// Decodes a page, or a plain list as sent by old endpoints.
  public init(from decoder: any Decoder) throws {
    if let list = try? LossyArray<Element>(from: decoder) {
      self.init(collection: list, next: nil)
      return
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      collection: try values.decode(LossyArray<Element>.self, forKey: .collection),
      next: try values.decodeIfPresent(String.self, forKey: .nextHref),
      paging: DecodedPaging(wrappedValue: ListPaging(decoder))
    )
  }
}
