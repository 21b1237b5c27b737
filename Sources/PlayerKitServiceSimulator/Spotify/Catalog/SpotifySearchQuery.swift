import Foundation

/// The parsed `q` parameter: words, and filters such as `artist:"the band" year:1990-1999`.
struct SpotifySearchQuery {
  enum Filter: String {
    case artist, album, track, year, genre, isrc, upc, tag

    /// Whether the value extends to the next filter, or is a single word.
    var takesWords: Bool {
      switch self {
      case .artist, .album, .track, .genre: true
      case .year, .isrc, .upc, .tag: false
      }
    }
  }

  private(set) var words: [String] = []
  private(set) var filters: [(filter: Filter, value: String)] = []

  init(_ text: String) {
    var open: Filter?
    let part = /(?:(artist|album|track|year|genre|isrc|upc|tag):)?(?:"([^"]*)"?|(\S*))/
    for match in text.matches(of: part.ignoresCase()) where !match.0.isEmpty {
      let isQuoted = match.2 != nil
      let value = String(match.2 ?? match.3 ?? "")
      if let filter = match.1.flatMap({ Filter(rawValue: $0.lowercased()) }) {
        filters.append((filter: filter, value: value))
        open = filter.takesWords && !isQuoted ? filter : nil
      } else if open != nil, !isQuoted, let last = filters.indices.last {
        filters[last].value += " " + value
      } else {
        words += CatalogText.words(value)
        open = nil
      }
    }
  }

  func values(_ filter: Filter) -> [String] {
    filters.filter { $0.filter == filter }.map(\.value)
  }
}
