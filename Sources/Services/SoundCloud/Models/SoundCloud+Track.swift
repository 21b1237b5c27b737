import PlayerKitServices

extension SoundCloud {
  /// The part of a track that the client may play. The set is open.
  public struct Access: RawRepresentable, Hashable, Sendable, Codable {
    /// The service's value.
    public let rawValue: String

    /// Creates an access from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole track.
    public static let playable = Access(rawValue: "playable")
    /// A preview of about 30 seconds.
    public static let preview = Access(rawValue: "preview")
    /// Nothing.
    public static let blocked = Access(rawValue: "blocked")
  }

  /// A track.
  public struct Track: Codable, Hashable, Identifiable, Sendable {
    /// The name in the API.
    public var urn: URN
    /// The title.
    public var title: String?
    /// The duration of the whole track in milliseconds, even if only a preview is available; see
    /// ``duration``.
    public var milliseconds: Int?
    /// The part that may be played; `nil` if the service does not state it.
    public var access: Access?
    /// The uploader.
    public var user: User?
    /// The artist, if it is not the uploader.
    public var metadataArtist: String?
    /// The genre, as named by the uploader.
    public var genre: String?
    /// The ISRC.
    public var isrc: String?
    /// The web page.
    public var permalinkUrl: String?
    /// A picture in one size; see ``artwork``.
    public var artworkUrl: String?
    /// `public` or `private`.
    public var sharing: String?
    /// The license, such as `cc-by`.
    public var license: String?
    /// The label.
    public var labelName: String?
    /// The day of release.
    public var releaseDay: Int?
    /// The month of release.
    public var releaseMonth: Int?
    /// The year of release.
    public var releaseYear: Int?
    /// The time of the upload.
    public var createdAt: String?
    /// The beats per minute.
    public var bpm: Double?
    /// The number of plays.
    public var playbackCount: Int?
    /// The number of likes.
    public var favoritingsCount: Int?

    /// The name in the API.
    public var id: String { urn.rawValue }

    private enum CodingKeys: String, SnakeCaseKey {
      case urn, title, access, user, metadataArtist, genre, isrc, permalinkUrl, artworkUrl
      case sharing, license, labelName, releaseDay, releaseMonth, releaseYear, createdAt, bpm
      case playbackCount, favoritingsCount
      case milliseconds = "duration"
    }
  }
}

extension SoundCloud.Track {
  /// The duration; `nil` if unknown.
  public var duration: Duration? {
    milliseconds.flatMap { $0 > 0 ? .milliseconds($0) : nil }
  }
}
