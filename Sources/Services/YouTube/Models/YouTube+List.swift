import PlayerKitServices

extension YouTube {
  /// A type whose lists the service returns.
  public protocol ListMember: Codable, Hashable, Sendable {
    /// The name of the resource in the address, such as `videos`.
    static var resource: String { get }
  }

  /// The category of music, as an id.
  static let musicCategory = "10"

  static func path(of type: (some ListMember).Type) -> String { "/youtube/v3/" + type.resource }

  /// A page of a list. The list ends if ``next`` is `nil`.
  ///
  /// Members that cannot be read are in ``unreadable``, and do not affect the others. Equality
  /// ignores ``paging``.
  public struct List<Element: ListMember>: CatalogList, Codable, Hashable {
    /// The kind of the answer, such as `youtube#videoListResponse`.
    public let kind: String
    /// Missing if a channel was not found.
    private let items: LossyArray<Element>?
    /// The token of the next page, as sent.
    public let nextPageToken: String?
    /// The size of the list.
    public let pageInfo: PageInfo?
    /// Fetches the next page.
    @DecodedPaging public var paging: ListPaging?

    /// The readable members, in the service's order.
    public var members: [Element] { items?.members ?? [] }
    /// The members that could not be read.
    public var unreadable: [UnreadableMember] { items?.unreadable ?? [] }
    /// The address of the next page.
    public var next: String? {
      guard let token = nextPageToken, !token.isEmpty else { return nil }
      return YouTube.path(of: Element.self) + "?pageToken=" + PercentEncoding.value(token)
    }
  }

  /// The size of a list.
  public struct PageInfo: Codable, Hashable, Sendable {
    /// The number of members on all pages. A rough estimate for searches, up to a million.
    public var totalResults: Int?
    /// The size of a page.
    public var resultsPerPage: Int?
  }

  /// A member that does not have the documented form.
  public typealias UnreadableMember = PlayerKitServices.UnreadableMember
}
