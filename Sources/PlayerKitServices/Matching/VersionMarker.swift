/// What makes another recording of a song, as titles say it behind the name: `(Live in Oslo)`,
/// `- Radio Edit`.
struct VersionMarker: Hashable, Sendable {
  /// The kind of version.
  enum Kind: Hashable, Sendable {
    case live, acoustic, remix, extended, karaoke, instrumental, aCappella, demo, orchestral, mono
    case spedUp, slowed, session, commentary
    /// Cut for the radio or a single.
    case edit
    /// As it was on a single. Often the same recording as on the album, so that the length decides.
    case single
    /// By somebody else than those who made it known.
    case cover
    /// Another try, or one that was left out.
    case alternate
    /// Recorded anew, by the same artist.
    case rerecorded
    /// Somebody's own version, as `(Taylor's Version)`.
    case ownVersion
    /// Any other version that is named, as `(Spanish Version)`.
    case version
    /// Set for other instruments.
    case arrangement
    /// Taken up again, or one of several joined.
    case reprise
  }

  /// The kind.
  let kind: Kind
  /// What else is said of it: who mixed it, where it was played. In small letters, without common
  /// words.
  var details: Set<String> = []
}

extension VersionMarker.Kind {
  /// Kinds of which another detail is another recording.
  static let strict: Set<Self> = [
    .remix, .edit, .extended, .ownVersion, .version, .arrangement, .session, .aCappella,
  ]

  /// Kinds that an album's title says of all that is on it.
  static let ofAlbums: Set<Self> = [
    .live, .acoustic, .karaoke, .instrumental, .aCappella, .cover, .demo, .rerecorded, .ownVersion,
    .spedUp, .slowed, .orchestral, .arrangement, .commentary, .mono,
  ]
}
