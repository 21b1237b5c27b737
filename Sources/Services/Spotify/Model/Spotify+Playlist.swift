import PlayerKitServices

extension Spotify {
  /// A playlist, whole or as lists show it.
  public struct Playlist: Codable, Hashable, Sendable {
    /// The identity of the playlist.
    public var id: String?
    /// The identity as an address, such as `spotify:playlist:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// What it is about; HTML entities stand in it.
    public var text: String?
    /// Whose it is.
    public var owner: User?
    /// Whether it is shown on the profile; `nil`: not known.
    public var isPublic: Bool?
    /// Whether others may change it.
    public var isCollaborative: Bool?
    /// Pictures; the service writes `null` for none, too.
    public var images: LossyArray<Image>?
    /// The state of its items.
    public var snapshotID: String?
    /// Its items until March 2026; often only their number.
    public var tracks: Page<PlaylistItem>?
    /// Its items since March 2026; only of the user's own playlists.
    public var items: Page<PlaylistItem>?
    /// How many follow.
    public var followers: Followers?
    /// A color for its page.
    public var primaryColor: String?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, owner, images, tracks, items, followers, type, href, snapshotID
      case primaryColor, externalURLs
      case text = "description"
      case isPublic = "public"
      case isCollaborative = "collaborative"
    }
  }

  /// One place of a playlist.
  public struct PlaylistItem: Codable, Hashable, Sendable {
    /// When it was put there, as RFC 3339; `nil` in very old playlists.
    public var addedAt: String?
    /// Who put it there.
    public var addedBy: User?
    /// Whether it is a local file.
    public var isLocal: Bool?
    /// A color.
    public var primaryColor: String?
    /// A picture of a video.
    public var videoThumbnail: Thumbnail?
    /// What is there, until March 2026.
    public var track: Playable?
    /// What is there, since March 2026.
    public var item: Playable?

    private enum CodingKeys: String, SnakeCaseKey {
      case track, item, addedAt, addedBy, isLocal, primaryColor, videoThumbnail
    }
  }
}

extension Spotify.PlaylistItem {
  /// What is there, in whichever form it was sent; `nil`: it was removed from the service.
  public var content: Spotify.Playable? { item ?? track }

  /// A picture of a video.
  public struct Thumbnail: Codable, Hashable, Sendable {
    /// Where it is.
    public var url: String?
  }
}

extension Spotify {
  /// What a place in a playlist, a queue or the player may hold.
  @nonexhaustive public enum Playable: Hashable, Sendable {
    /// A track, local files included.
    case track(Track)
    /// An episode of a podcast.
    case episode(Episode)
    /// A thing of a type without a model, as it was sent.
    case unknown(JSONValue)
  }
}

extension Spotify.Playable {
  /// The track, where it is one.
  public var track: Spotify.Track? {
    guard case .track(let track) = self else { return nil }
    return track
  }

  /// The identity as an address.
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

  /// Reads what `type` says; a track where it says nothing.
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
  /// The state of a playlist's items after a change.
  public struct Snapshot: Codable, Hashable, Sendable {
    /// To be sent with further changes.
    public var id: String?

    private enum CodingKeys: String, CodingKey {
      case id = "snapshot_id"
    }
  }
}
