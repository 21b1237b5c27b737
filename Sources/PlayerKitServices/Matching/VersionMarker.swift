/// A remark after the name in a title that indicates another recording: `(Live in Oslo)`, `- Radio
/// Edit`.
struct VersionMarker: Hashable, Sendable {
  /// The kind of version.
  enum Kind: Hashable, Sendable {
    case live, acoustic, remix, extended, karaoke, instrumental, aCappella, demo, orchestral, mono
    case spedUp, slowed, session, commentary
    /// Cut for the radio or a single.
    case edit
    /// As on a single. Often the same recording as on the album, so the duration decides.
    case single
    /// By another artist than the original one.
    case cover
    /// An alternate or unreleased take.
    case alternate
    /// Recorded again by the same artist.
    case rerecorded
    /// An artist's own version, such as `(Taylor's Version)`.
    case ownVersion
    /// Any other named version, such as `(Spanish Version)`.
    case version
    /// Arranged for other instruments.
    case arrangement
    /// A reprise, or a medley.
    case reprise
  }

  /// The kind.
  let kind: Kind
  /// Further details: the remixer, the place of a concert. In lowercase, without common words.
  var details: Set<String> = []
}

extension VersionMarker.Kind {
  /// Kinds for which different details mean different recordings.
  static let strict: Set<Self> = [
    .remix, .edit, .extended, .ownVersion, .version, .arrangement, .session, .aCappella,
  ]

  /// Kinds that an album's title can state for all its tracks.
  static let ofAlbums: Set<Self> = [
    .live, .acoustic, .karaoke, .instrumental, .aCappella, .cover, .demo, .rerecorded, .ownVersion,
    .spedUp, .slowed, .orchestral, .arrangement, .commentary, .mono,
  ]
}
