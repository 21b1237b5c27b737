/// `explicit`, `clean`, or none of both.
enum ContentRating: String, Sendable {
  case explicit
  case clean
}

/// A name, and what it is called where the language is Japanese.
struct LocalizedName: Sendable {
  var text: String
  var japanese: String?

  func text(in language: String) -> String {
    language == "ja" ? japanese ?? text : text
  }
}

/// What an artist made.
protocol Work {
  var title: LocalizedName { get }
  /// An index of `InventedCatalog.artists`.
  var artist: Int { get }
  /// An index of `Genre.all`.
  var genre: Int { get }
  var rating: ContentRating? { get }
  var popularity: Int { get }
}

/// What was recorded once, whatever services, albums and ids it appears under. All simulated services
/// draw on these, so that one ISRC finds one recording everywhere.
struct Recording: Sendable, Work {
  var index: Int
  /// Upper case, without hyphens. Nil for what was never registered.
  var isrc: String?
  let title: LocalizedName
  /// An index of `InventedCatalog.artists`.
  let artist: Int
  /// Named in the title by `(feat. …)`, and among the artists of the song.
  let featured: [Int]
  let composer: String?
  /// An index of `Genre.all`.
  let genre: Int
  var durationInMillis: Int
  var rating: ContentRating?
  /// A day, or only a year.
  let releaseDate: String
  /// 0 ..< 1,000,000; more is better known.
  var popularity: Int
  let hasLyrics: Bool
}

/// An invented artist.
struct Artist: Sendable {
  let index: Int
  let name: LocalizedName
  /// An index of `Genre.all`; a subgenre for some.
  var genre = 0
  var popularity = 0
  var hasArtwork = false
  var notes: String?
  /// Indices of artists; empty for those whom nobody resembles.
  var similar: [Int] = []
  /// Indices of the albums that are theirs, newest first.
  var albums: [Int] = []
  var musicVideos: [Int] = []
}

/// What a song says of its preview.
enum PreviewForm: Sendable {
  case usual
  /// No such attribute.
  case absent
  /// An empty list.
  case empty
  /// A member that lacks its URL.
  case withoutURL
}

/// A recording on an album.
struct Song: Sendable {
  let index: Int
  /// An index of `InventedCatalog.recordings`.
  let recording: Int
  let album: Int
  let disc: Int
  let track: Int
  let preview: PreviewForm
  let isStreamable: Bool
  /// Lacks what is optional: composer, ISRC, numbers, date, rating, artwork's colors.
  let isSparse: Bool
  /// Where it is not sold, beside the storefronts in which its album is not.
  let absent: Storefronts
  /// The explicit song of a clean one, and the other way round.
  var twin: Int?
}

/// A member of an album or a playlist.
enum TrackReference: Sendable, Hashable {
  case song(Int)
  case musicVideo(Int)
}

extension [TrackReference] {
  /// The indices of the songs, for services that have no music videos.
  var songs: [Int] {
    compactMap { track in
      switch track {
      case .song(let index): index
      case .musicVideo: nil
      }
    }
  }
}

/// An invented album.
struct Album: Sendable, Work {
  enum Kind: Sendable {
    case album, single, extendedPlay, live, compilation
  }

  let index: Int
  let title: LocalizedName
  let kind: Kind
  let artist: Int
  let genre: Int
  let label: Int
  let releaseDate: String?
  /// 12 digits (UPC-A) or 13 (EAN).
  let upc: String?
  let rating: ContentRating?
  let isComplete: Bool
  let isStreamable: Bool
  let hasNotes: Bool
  let popularity: Int
  /// Where it is not sold.
  let absent: Storefronts
  /// Where it, and each of its songs, has another id.
  let ownIDs: Storefronts
  var tracks: [TrackReference] = []
  var twin: Int?

  /// The title on services whose names say nothing of the form.
  var plainTitle: String {
    for end in [" - Single", " - EP"] where title.text.hasSuffix(end) {
      return String(title.text.dropLast(end.count))
    }
    return title.text
  }
}

/// An invented music video.
struct MusicVideo: Sendable, Work {
  let index: Int
  let title: LocalizedName
  let artist: Int
  let genre: Int
  let isrc: String?
  let durationInMillis: Int
  let releaseDate: String?
  let rating: ContentRating?
  let has4K: Bool
  let hasPreview: Bool
  let isStreamable: Bool
  let popularity: Int
  let absent: Storefronts
  /// The song it was made for.
  let song: Int?
  /// The album that has it among its tracks.
  let album: Int?
  let trackNumber: Int?
}

/// An invented playlist of the catalog.
struct Playlist: Sendable {
  enum Kind: String, Sendable {
    case editorial, external
    case userShared = "user-shared"
    case personalMix = "personal-mix"
    case replay

    /// What follows `pl.` in its id, and how many hexadecimal digits come then.
    var idForm: (start: String, digits: Int) {
      switch self {
      case .editorial, .external: ("", 32)
      case .userShared: ("u-", 15)
      case .personalMix: ("pm-", 24)
      case .replay: ("rp-", 14)
      }
    }
  }

  enum Curator: Sendable, Hashable {
    case apple(Int)
    case other(Int)
    case nobody
  }

  let index: Int
  /// `pl.` with 32 hexadecimal digits, `pl.u-…`, `pl.pm-…`, `pl.rp-…`.
  let id: String
  let name: String
  let kind: Kind
  let curator: Curator
  let curatorName: String
  let isChart: Bool
  let summary: String?
  let hasArtwork: Bool
  let lastModifiedDate: String?
  let popularity: Int
  let tracks: [TrackReference]
}

/// An invented station.
struct Station: Sendable {
  let index: Int
  /// `ra.…`
  let id: String
  let name: String
  var isLive = false
  var isVideo = false
  var artist: Int?
  var genre: Int?
  var song: Int?
  var providerName: String?
  var durationInMillis: Int?
}

/// A curator, a curator of the store's own, an activity, or a label: a name with playlists or albums.
struct NamedGroup: Sendable {
  let index: Int
  let name: String
  let notes: String?
  /// Only for the store's own curators: `Curator`, `Genre` or `Show`.
  var kind: String?
  var playlists: [Int] = []
  var albums: [Int] = []
}
