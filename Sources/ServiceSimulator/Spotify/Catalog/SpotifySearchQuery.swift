import Foundation

/// What `q` asks for: words, and filters such as `artist:"the band" year:1990-1999`.
struct SpotifySearchQuery {
  enum Filter: String, CaseIterable {
    case artist, album, track, year, genre, isrc, upc, tag

    /// Whether the value is all up to the next filter, or a single word.
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
    var rest = Substring(text)
    var open: Filter?
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty else { return }
      if let (filter, after) = Self.filter(at: rest) {
        rest = after
        if rest.first == "\"" {
          filters.append((filter: filter, value: Self.quoted(&rest)))
          open = nil
        } else {
          filters.append((filter: filter, value: String(Self.word(&rest))))
          open = filter.takesWords ? filter : nil
        }
      } else if rest.first == "\"" {
        add(Self.quoted(&rest), to: nil)
        open = nil
      } else {
        add(String(Self.word(&rest)), to: open)
      }
    }
  }

  func values(_ filter: Filter) -> [String] {
    filters.filter { $0.filter == filter }.map(\.value)
  }

  private mutating func add(_ text: String, to filter: Filter?) {
    if filter != nil, let last = filters.indices.last {
      filters[last].value += " " + text
    } else {
      words += CatalogText.words(text)
    }
  }

  private static func filter(at text: Substring) -> (Filter, Substring)? {
    for filter in Filter.allCases {
      let name = filter.rawValue + ":"
      if text.prefix(name.count).lowercased() == name {
        return (filter, text.dropFirst(name.count))
      }
    }
    return nil
  }

  private static func quoted(_ rest: inout Substring) -> String {
    let body = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest.dropFirst(body.count + 2)
    return String(body)
  }

  private static func word(_ rest: inout Substring) -> Substring {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    return word
  }
}
