import PlayerKitServices

extension Deezer {
  /// What a list may hold.
  public typealias Member = Codable & Hashable & Sendable

  /// A page of a list. The service's lists end where ``next`` lacks.
  ///
  /// One member that cannot be read costs neither the others nor itself: it is among
  /// ``unreadable``. Encoding gives the whole page back. Equality does not ask who pages.
  public struct List<Element: Member>: CatalogList, Codable, Hashable {
    private let data: LossyArray<Element>
    /// How many members the list has on all pages; `nil` where the service does not say.
    public let total: Int?
    /// The address of the next page as it was sent.
    public let next: String?
    /// The address of the page before as it was sent.
    public let prev: String?
    /// A token that some lists have, for what changed since.
    public let checksum: String?
    /// When the list was made, in seconds since 1970; `nil` where the service does not say.
    public let timestamp: Int?
    /// How the next page is fetched.
    @DecodedPaging public var paging: ListPaging?

    /// The members that can be read, in the service's order.
    public var members: [Element] { data.members }
    /// The others.
    public var unreadable: [UnreadableMember] { data.unreadable }
  }

  /// A member that is not of the documented form.
  public typealias UnreadableMember = PlayerKitServices.UnreadableMember
}
