/// `explicit`, `clean`, or neither.
enum ContentRating: String, Sendable {
  case explicit
  case clean
}

/// A name, with an optional Japanese form.
struct LocalizedName: Sendable {
  var text: String
  var japanese: String?

  func text(in language: String) -> String {
    language == "ja" ? japanese ?? text : text
  }
}

/// A work of an artist.
protocol Work {
  var title: LocalizedName { get }
  /// An index of `InventedCatalog.artists`.
  var artist: Int { get }
  /// An index of `Genre.all`.
  var genre: Int { get }
  var rating: ContentRating? { get }
  var popularity: Int { get }
}

/// A recording, independent of the services, albums, and ids under which it appears. All simulated
/// services share them, so that an ISRC finds the same recording everywhere.
struct Recording: Sendable, Work {
  var index: Int
  /// Uppercase, without hyphens. `nil` if it was never registered.
  var isrc: String?
  let title: LocalizedName
  /// An index of `InventedCatalog.artists`.
  let artist: Int
  /// The artists named as `(feat. …)` in the title, who are also artists of the song.
  let featured: [Int]
  let composer: String?
  /// An index of `Genre.all`.
  let genre: Int
  var durationInMillis: Int
  var rating: ContentRating?
  /// A full date, or only a year.
  let releaseDate: String
  /// 0 ..< 1,000,000; higher is more popular.
  var popularity: Int
  let hasLyrics: Bool
}

/// An invented artist.
struct Artist: Sendable {
  let index: Int
  let name: LocalizedName
  /// An index of `Genre.all`, a subgenre for some artists.
  var genre = 0
  var popularity = 0
  var hasArtwork = false
  var notes: String?
  /// Indices of similar artists. Some artists have none.
  var similar: [Int] = []
  /// Indices of the artist's albums, newest first.
  var albums: [Int] = []
  var musicVideos: [Int] = []
}

/// How a song describes its preview.
enum PreviewForm: Sendable {
  case usual
  /// The attribute is missing.
  case absent
  /// An empty list.
  case empty
  /// A list with an entry without URL.
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
  /// Whether optional values are missing: composer, ISRC, numbers, date, rating, colors of the
  /// artwork.
  let isSparse: Bool
  /// Storefronts that don't sell the song, in addition to those that don't sell its album.
  let absent: Storefronts
  /// The explicit version of a clean song, or the reverse.
  var twin: Int?
}

/// A member of an album or a playlist.
enum TrackReference: Sendable, Hashable {
  case song(Int)
  case musicVideo(Int)
}

extension [TrackReference] {
  /// The indices of the songs, for services without music videos.
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
  /// Storefronts that don't sell it.
  let absent: Storefronts
  /// Storefronts in which the album and its songs have other ids.
  let ownIDs: Storefronts
  var tracks: [TrackReference] = []
  var twin: Int?

  /// The title for services that don't add the form, such as `Single`, to titles.
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
  /// The song of the video.
  let song: Int?
  /// The album that contains the video.
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

    /// The prefix of the id after `pl.`, and the number of hexadecimal digits after it.
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

/// A curator, a curator of the store, an activity, or a label: a name with playlists or albums.
struct NamedGroup: Sendable {
  let index: Int
  let name: String
  let notes: String?
  /// Only for the store's own curators: `Curator`, `Genre`, or `Show`.
  var kind: String?
  var playlists: [Int] = []
  var albums: [Int] = []
}
