import PlayerKitServices

extension SoundCloud {
  /// How much of a track may be heard by who asks. The set is open.
  public struct Access: RawRepresentable, Hashable, Sendable, Codable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of it.
    public static let playable = Access(rawValue: "playable")
    /// Some 30 seconds.
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
    /// The length in milliseconds, of the whole track where only a preview is played; see ``duration``.
    public var milliseconds: Int?
    /// How much may be heard; `nil` where the service does not say.
    public var access: Access?
    /// Who uploaded it.
    public var user: User?
    /// Who made it, where that is not who uploaded it.
    public var metadataArtist: String?
    /// The genre, in the uploader's words.
    public var genre: String?
    /// The recording's code.
    public var isrc: String?
    /// The page.
    public var permalinkUrl: String?
    /// A picture, in one size; see ``artwork``.
    public var artworkUrl: String?
    /// `public` or `private`.
    public var sharing: String?
    /// What may be done with it, such as `cc-by`.
    public var license: String?
    /// Who published it.
    public var labelName: String?
    /// The day of release.
    public var releaseDay: Int?
    /// The month of release.
    public var releaseMonth: Int?
    /// The year of release.
    public var releaseYear: Int?
    /// When it was uploaded.
    public var createdAt: String?
    /// Beats a minute.
    public var bpm: Double?
    /// How often it was played.
    public var playbackCount: Int?
    /// How many like it.
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
  /// The length; `nil` where it is not known.
  public var duration: Duration? {
    milliseconds.flatMap { $0 > 0 ? .milliseconds($0) : nil }
  }
}
