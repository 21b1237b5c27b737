extension Spotify {
  /// A thing by its identity alone.
  public struct Link: Codable, Hashable, Sendable {
    /// The identity.
    public var id: String?
    /// The identity as an address.
    public var uri: String?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case id, uri, type, href
      case externalURLs = "external_urls"
    }
  }
}
