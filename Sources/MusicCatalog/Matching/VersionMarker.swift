/// What makes another recording of a song, as titles say it behind the name: `(Live in Oslo)`,
/// `- Radio Edit`.
public struct VersionMarker: Hashable, Sendable {
  /// The kind of version. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Played before an audience.
    public static let live = Kind(rawValue: "live")
    /// Without electric instruments.
    public static let acoustic = Kind(rawValue: "acoustic")
    /// Mixed anew, or made over by somebody.
    public static let remix = Kind(rawValue: "remix")
    /// Cut for the radio or a single.
    public static let edit = Kind(rawValue: "edit")
    /// As it was on a single. Often the same recording as on the album, so that the length decides.
    public static let single = Kind(rawValue: "single")
    /// Made longer.
    public static let extended = Kind(rawValue: "extended")
    /// To be sung to.
    public static let karaoke = Kind(rawValue: "karaoke")
    /// Without singing.
    public static let instrumental = Kind(rawValue: "instrumental")
    /// Singing alone.
    public static let aCappella = Kind(rawValue: "aCappella")
    /// By somebody else than those who made it known.
    public static let cover = Kind(rawValue: "cover")
    /// A sketch.
    public static let demo = Kind(rawValue: "demo")
    /// Another try, or one that was left out.
    public static let alternate = Kind(rawValue: "alternate")
    /// Recorded anew, by the same artist.
    public static let rerecorded = Kind(rawValue: "rerecorded")
    /// Somebody's own version, as `(Taylor's Version)`.
    public static let ownVersion = Kind(rawValue: "ownVersion")
    /// Any other version that is named, as `(Spanish Version)`.
    public static let version = Kind(rawValue: "version")
    /// Played faster.
    public static let spedUp = Kind(rawValue: "spedUp")
    /// Played slower.
    public static let slowed = Kind(rawValue: "slowed")
    /// With an orchestra.
    public static let orchestral = Kind(rawValue: "orchestral")
    /// Set for other instruments.
    public static let arrangement = Kind(rawValue: "arrangement")
    /// From a session of a station or a service.
    public static let session = Kind(rawValue: "session")
    /// In mono.
    public static let mono = Kind(rawValue: "mono")
    /// Taken up again, or one of several joined.
    public static let reprise = Kind(rawValue: "reprise")
    /// Spoken words about it.
    public static let commentary = Kind(rawValue: "commentary")
  }

  /// The kind.
  public let kind: Kind
  /// What else is said of it: who mixed it, where it was played; small letters, without common
  /// words.
  public let details: Set<String>

  /// Names a version.
  public init(_ kind: Kind, details: Set<String> = []) {
    self.kind = kind
    self.details = details
  }
}

extension VersionMarker.Kind {
  /// Kinds of which another detail is another recording.
  static let strict: Set<Self> = [
    .remix, .edit, .extended, .ownVersion, .version, .arrangement, .session, .aCappella,
  ]

  /// Kinds that an album's title says of all that is on it.
  static let ofAlbums: Set<Self> = [
    .live, .acoustic, .karaoke, .instrumental, .aCappella, .cover, .demo, .rerecorded, .ownVersion,
    .spedUp, .slowed, .orchestral, .arrangement, .commentary,
  ]
}
