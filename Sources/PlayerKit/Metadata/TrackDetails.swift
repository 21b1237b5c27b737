import PlayerKitSystem

/// Details that only some tracks have, beyond title, artist and album. Part of ``TrackMetadata``.
public struct TrackDetails: Sendable, Hashable {
  /// The artist of the whole album, if it has one.
  public var albumArtist: String?
  /// The individual artists, the first-named first; empty if only ``TrackMetadata/artist`` is
  /// known.
  public var artists: [String] = []
  /// The composers.
  public var composers: [String] = []
  /// The genres, as the service or the tags name them.
  public var genres: [String] = []
  /// The release date, with the known precision: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  public var date: String?
  /// The number of tracks on the disc.
  public var trackCount: Int?
  /// The number of discs of the album.
  public var discCount: Int?
  /// Whether the lyrics are marked as explicit.
  public var isExplicit: Bool?
  /// The International Standard Recording Code.
  public var isrc: String?
  /// The identifiers in MusicBrainz.
  public var musicBrainz: MusicBrainzIDs?
  /// A comment in the tags.
  public var comment: String?
  /// The page of the track at its service.
  public var page: URL?
  /// A text that the service requires to be shown, such as the name of the provider.
  public var attribution: String?
  /// A picture of the track, such as the album cover.
  public var artwork: Artwork?
  /// The chapters, sorted by start.
  public var chapters: [Chapter] = []

  /// Creates empty details.
  public init() {}

  /// Returns these details, with missing fields taken from `other`.
  func filled(from other: TrackDetails) -> TrackDetails {
    var filled = self
    filled.albumArtist = albumArtist ?? other.albumArtist
    filled.artists = artists.isEmpty ? other.artists : artists
    filled.composers = composers.isEmpty ? other.composers : composers
    filled.genres = genres.isEmpty ? other.genres : genres
    filled.date = date ?? other.date
    filled.trackCount = trackCount ?? other.trackCount
    filled.discCount = discCount ?? other.discCount
    filled.isExplicit = isExplicit ?? other.isExplicit
    filled.isrc = isrc ?? other.isrc
    filled.musicBrainz = musicBrainz ?? other.musicBrainz
    filled.comment = comment ?? other.comment
    filled.page = page ?? other.page
    filled.attribution = attribution ?? other.attribution
    filled.artwork = artwork ?? other.artwork
    filled.chapters = chapters.isEmpty ? other.chapters : chapters
    return filled
  }
}

/// The MusicBrainz identifiers in tags: UUIDs as text.
public struct MusicBrainzIDs: Sendable, Hashable, Codable {
  /// The recording, which may be on several albums.
  public var recording: String?
  /// The track on one release.
  public var track: String?
  /// The release: one edition of an album.
  public var release: String?
  /// The release group: all editions of an album.
  public var releaseGroup: String?
  /// The artists, in the order of ``TrackDetails/artists``.
  public var artists: [String]
  /// The artists of the album.
  public var albumArtists: [String]

  /// Creates identifiers.
  public init(
    recording: String? = nil,
    track: String? = nil,
    release: String? = nil,
    releaseGroup: String? = nil,
    artists: [String] = [],
    albumArtists: [String] = []
  ) {
    self.recording = recording
    self.track = track
    self.release = release
    self.releaseGroup = releaseGroup
    self.artists = artists
    self.albumArtists = albumArtists
  }
}

extension TrackDetails: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, albumArtist, artists, composers, genres, date, trackCount, discCount, isExplicit
    case isrc, musicBrainz, comment, page, attribution, artwork, chapters
  }

  /// The version of the encoding. A reader uses the known fields of any version.
  private static var version: Int { 1 }

  /// Decodes stored details of this or another version. Unreadable fields are left out, because no
  /// detail is worth losing an entry.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ type: Value.Type, _ key: CodingKeys) -> Value? {
      try? values.decodeIfPresent(type, forKey: key)
    }
    albumArtist = read(String.self, .albumArtist)
    artists = read([String].self, .artists) ?? []
    composers = read([String].self, .composers) ?? []
    genres = read([String].self, .genres) ?? []
    date = read(String.self, .date)
    trackCount = read(Int.self, .trackCount)
    discCount = read(Int.self, .discCount)
    isExplicit = read(Bool.self, .isExplicit)
    isrc = read(String.self, .isrc)
    musicBrainz = read(MusicBrainzIDs.self, .musicBrainz)
    comment = read(String.self, .comment)
    page = read(URL.self, .page)
    attribution = read(String.self, .attribution)
    artwork = read(Artwork.self, .artwork)
    chapters = read([Chapter].self, .chapters) ?? []
  }

  /// Encodes the known fields and the version.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encodeIfPresent(albumArtist, forKey: .albumArtist)
    try values.encodeIfPresent(artists.ifNotEmpty, forKey: .artists)
    try values.encodeIfPresent(composers.ifNotEmpty, forKey: .composers)
    try values.encodeIfPresent(genres.ifNotEmpty, forKey: .genres)
    try values.encodeIfPresent(date, forKey: .date)
    try values.encodeIfPresent(trackCount, forKey: .trackCount)
    try values.encodeIfPresent(discCount, forKey: .discCount)
    try values.encodeIfPresent(isExplicit, forKey: .isExplicit)
    try values.encodeIfPresent(isrc, forKey: .isrc)
    try values.encodeIfPresent(musicBrainz, forKey: .musicBrainz)
    try values.encodeIfPresent(comment, forKey: .comment)
    try values.encodeIfPresent(page, forKey: .page)
    try values.encodeIfPresent(attribution, forKey: .attribution)
    try values.encodeIfPresent(artwork, forKey: .artwork)
    try values.encodeIfPresent(chapters.ifNotEmpty, forKey: .chapters)
  }
}

extension Array {
  fileprivate var ifNotEmpty: Self? { isEmpty ? nil : self }
}
