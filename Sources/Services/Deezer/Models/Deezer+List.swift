import PlayerKitServices

extension Deezer {
  /// The requirements for a list's members.
  public typealias Member = Codable & Hashable & Sendable

  /// A page of a list. The list ends if ``next`` is `nil`.
  ///
  /// Members that cannot be read are in ``unreadable``, and do not affect the others. Encoding
  /// restores the whole page. Equality ignores ``paging``.
  public struct List<Element: Member>: CatalogList, Codable, Hashable {
    private let data: LossyArray<Element>
    /// The number of members on all pages; `nil` if the service does not state it.
    public let total: Int?
    /// The address of the next page, as sent.
    public let next: String?
    /// The address of the previous page, as sent.
    public let prev: String?
    /// A token of some lists, for detecting changes.
    public let checksum: String?
    /// The time of the list's creation, in seconds since 1970; `nil` if the service does not state
    /// it.
    public let timestamp: Int?
    /// Fetches the next page.
    @DecodedPaging public var paging: ListPaging?

    /// The readable members, in the service's order.
    public var members: [Element] { data.members }
    /// The members that could not be read.
    public var unreadable: [UnreadableMember] { data.unreadable }
  }

  /// A member that does not have the documented form.
  public typealias UnreadableMember = PlayerKitServices.UnreadableMember
}
