import MusicCatalog

extension Spotify {
  /// An artist, whole or by name only.
  public struct Artist: Codable, Hashable, Sendable {
    /// The identity of the artist.
    public var id: String?
    /// The identity as an address, such as `spotify:artist:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// Pictures, the largest first; may be empty.
    public var images: LossyArray<Image>?
    /// What the service thinks of the music; may be missing.
    public var genres: [String]?
    /// How many follow.
    public var followers: Followers?
    /// 0 … 100.
    public var popularity: Int?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, CodingKey {
      case id, uri, name, images, genres, followers, popularity, type, href
      case externalURLs = "external_urls"
    }
  }
}
