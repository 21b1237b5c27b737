extension Spotify {
  /// What something is played as a part of.
  public struct Context: Codable, Hashable, Sendable {
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
      case uri, type, href
      case externalURLs = "external_urls"
    }
  }
}
