import PlayerKitServices

extension SoundCloud {
  /// A playlist or an album.
  public struct Playlist: Codable, Hashable, Identifiable, Sendable {
    /// The name in the API.
    public var urn: URN
    /// The title.
    public var title: String?
    /// The type, such as `album` or `playlist`.
    public var playlistType: String?
    /// The creator.
    public var user: User?
    /// The number of tracks.
    public var trackCount: Int?
    /// The duration in milliseconds; see ``duration``.
    public var milliseconds: Int?
    /// The web page.
    public var permalinkUrl: String?
    /// A picture in one size; see ``artwork``.
    public var artworkUrl: String?
    /// `public` or `private`.
    public var sharing: String?
    /// The description.
    public var description: String?

    /// The name in the API.
    public var id: String { urn.rawValue }
    /// Whether it is an album.
    public var isAlbum: Bool { playlistType == "album" }
    /// The duration; `nil` if unknown.
    public var duration: Duration? {
      milliseconds.flatMap { $0 > 0 ? .milliseconds($0) : nil }
    }

    private enum CodingKeys: String, SnakeCaseKey {
      case urn, title, playlistType, user, trackCount, permalinkUrl, artworkUrl, sharing
      case description
      case milliseconds = "duration"
    }
  }

  /// The item at an address of the site.
  public enum Resource: Hashable, Sendable {
    case track(Track)
    case playlist(Playlist)
    case user(User)
  }
}

extension SoundCloud.Resource: Decodable {
  private enum CodingKeys: String, CodingKey {
    case kind
  }

  /// Decodes an item according to its `kind`.
  ///
  /// - Throws: `DecodingError` for another kind.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch try values.decode(String.self, forKey: .kind) {
    case "track": self = .track(try SoundCloud.Track(from: decoder))
    case "playlist": self = .playlist(try SoundCloud.Playlist(from: decoder))
    case "user": self = .user(try SoundCloud.User(from: decoder))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .kind,
        in: values,
        debugDescription: "another kind"
      )
    }
  }
}
