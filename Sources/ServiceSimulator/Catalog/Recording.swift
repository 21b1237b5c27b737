/// `explicit`, `clean`, or none of both.
enum ContentRating: String, Sendable {
  case explicit
  case clean
}

/// A name, and what it is called where the language is Japanese.
struct LocalizedName: Sendable {
  let text: String
  var japanese: String?

  func text(in language: String) -> String {
    language == "ja" ? japanese ?? text : text
  }
}

/// What was recorded once, whatever services, albums and ids it appears under. All simulated services
/// draw on these, so that one ISRC finds one recording everywhere.
struct Recording: Sendable {
  let index: Int
  /// Upper case, without hyphens. Nil for what was never registered.
  let isrc: String?
  let title: LocalizedName
  /// An index of `InventedCatalog.artists`.
  let artist: Int
  /// Named in the title by `(feat. …)`, and among the artists of the song.
  let featured: [Int]
  let composer: String?
  /// An index of `Genre.all`.
  let genre: Int
  let durationInMillis: Int
  let rating: ContentRating?
  /// A day, or only a year.
  let releaseDate: String
  /// 0 ..< 1,000,000; more is better known.
  let popularity: Int
  let hasLyrics: Bool

  /// Which sound: one recording sounds the same on all services.
  var previewNumber: Int { index }
}
