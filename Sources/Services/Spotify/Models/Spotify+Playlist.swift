import PlayerKitServices

extension Spotify {
  /// A playlist, in full or as in lists.
  public struct Playlist: Codable, Hashable, Sendable {
    /// The id of the playlist.
    public var id: String?
    /// The URI, such as `spotify:playlist:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The description. Contains HTML entities.
    public var text: String?
    /// The owner.
    public var owner: User?
    /// Whether it is shown on the profile. `nil` if unknown.
    public var isPublic: Bool?
    /// Whether others may change it.
    public var isCollaborative: Bool?
    /// The pictures. The service may send `null` if there are none.
    public var images: LossyArray<Image>?
    /// The snapshot id of its items.
    public var snapshotID: String?
    /// Its items until March 2026. Often only their number.
    public var tracks: Page<PlaylistItem>?
    /// Its items since March 2026. Only in the user's own playlists.
    public var items: Page<PlaylistItem>?
    /// The followers.
    public var followers: Followers?
    /// The color of its page.
    public var primaryColor: String?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, owner, images, tracks, items, followers, type, href, snapshotID
      case primaryColor, externalURLs
      case text = "description"
      case isPublic = "public"
      case isCollaborative = "collaborative"
    }
  }

  /// One entry of a playlist.
  public struct PlaylistItem: Codable, Hashable, Sendable {
    /// The time of addition, in RFC 3339 form. `nil` in very old playlists.
    public var addedAt: String?
    /// The user who added it.
    public var addedBy: User?
    /// Whether it is a local file.
    public var isLocal: Bool?
    /// A color.
    public var primaryColor: String?
    /// A picture of a video.
    public var videoThumbnail: Thumbnail?
    /// The content, until March 2026.
    public var track: Playable?
    /// The content, since March 2026.
    public var item: Playable?

    private enum CodingKeys: String, SnakeCaseKey {
      case track, item, addedAt, addedBy, isLocal, primaryColor, videoThumbnail
    }
  }
}

extension Spotify.PlaylistItem {
  /// The content, in either form. `nil` if it was removed from the service.
  public var content: Spotify.Playable? { item ?? track }

  /// A picture of a video.
  public struct Thumbnail: Codable, Hashable, Sendable {
    /// The URL.
    public var url: String?
  }
}

extension Spotify {
  /// The content of an entry in a playlist, a queue or the player.
  @nonexhaustive public enum Playable: Hashable, Sendable {
    /// A track, including local files.
    case track(Track)
    /// An episode of a podcast.
    case episode(Episode)
    /// An item of an unknown type, as it was sent.
    case unknown(JSONValue)
  }
}

extension Spotify.Playable {
  /// The track, if this is one.
  public var track: Spotify.Track? {
    guard case .track(let track) = self else { return nil }
    return track
  }

  /// The URI.
  public var uri: String? {
    switch self {
    case .track(let track): track.uri
    case .episode(let episode): episode.uri
    case .unknown(let json): json["uri"]?.string
    }
  }
}

extension Spotify.Playable: Codable {
  private enum CodingKeys: CodingKey { case type }

  /// Reads an item according to its `type`. Without a type, reads a track.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decodeIfPresent(String.self, forKey: .type) {
    case "track", nil: self = .track(try Spotify.Track(from: decoder))
    case "episode": self = .episode(try Spotify.Episode(from: decoder))
    case .some: self = .unknown(try JSONValue(from: decoder))
    }
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .track(let track): try track.encode(to: encoder)
    case .episode(let episode): try episode.encode(to: encoder)
    case .unknown(let json): try json.encode(to: encoder)
    }
  }
}

extension Spotify {
  /// The snapshot of a playlist's items after a change.
  public struct Snapshot: Codable, Hashable, Sendable {
    /// The id, to send with further changes.
    public var id: String?

    private enum CodingKeys: String, CodingKey {
      case id = "snapshot_id"
    }
  }
}
