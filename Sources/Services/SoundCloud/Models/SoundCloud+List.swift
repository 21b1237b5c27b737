import PlayerKitServices

extension SoundCloud {
  /// What a list may hold.
  public typealias Member = Codable & Hashable & Sendable

  /// A page of a list. One member that can't be read costs neither the others nor itself: it is among
  /// ``unreadable``.
  ///
  /// Lists change while they are paged: a member may come twice, or be left out.
  public struct List<Element: Member>: CatalogList, Hashable {
    private let collection: LossyArray<Element>
    /// The address of the next page as it was sent.
    public let next: String?
    /// How the next page is fetched.
    @DecodedPaging public var paging: ListPaging?

    /// The members that can be read, in the service's order.
    public var members: [Element] { collection.members }
    /// The others.
    public var unreadable: [UnreadableMember] { collection.unreadable }
  }
}

extension SoundCloud.List: Decodable {
  private enum CodingKeys: String, SnakeCaseKey {
    case collection, nextHref
  }

  /// Reads a page, or a list alone, as old paths send it.
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
