import Foundation

/// Searches the catalog like Deezer: by words, and by filters such as
/// `artist:"the band" dur_min:120`.
struct DeezerSearch {
  private let catalog: InventedCatalog
  private let words: [String]
  private let filters: [String: String]
  /// Whether only exact words match.
  private let isStrict: Bool
  private let order: String

  private static let names = ["artist", "album", "track", "label"] + Array(numbers)
  private static let numbers: Set<String> = ["dur_min", "dur_max", "bpm_min", "bpm_max"]
  private static let orders = ["TRACK", "ARTIST", "ALBUM", "RATING", "DURATION"]

  init(_ text: String, strict: Bool, order: String?, catalog: InventedCatalog) throws {
    self.catalog = catalog
    isStrict = strict
    self.order = order?.uppercased() ?? "RANKING"
    let known = Self.orders.flatMap { ["\($0)_ASC", "\($0)_DESC"] }
    guard self.order == "RANKING" || known.contains(self.order) else {
      throw DeezerFailure.parameter
    }
    var words: [String] = []
    var filters: [String: String] = [:]
    for match in text.matches(of: /(?:([a-z_]+):)?(?:"([^"]*)"|([^\s"]+))/) {
      let value = String(match.2 ?? match.3 ?? "")
      if let name = match.1.map(String.init), Self.names.contains(name) {
        guard !Self.numbers.contains(name) || Double(value) != nil else {
          throw DeezerFailure.query
        }
        filters[name] = value
      } else {
        words += CatalogText.words(String(match.0))
      }
    }
    guard !words.isEmpty || !filters.isEmpty else { throw DeezerFailure.query }
    self.words = words
    self.filters = filters
  }

  func found(_ kind: ResourceKind) -> [Int] {
    let found = zip(catalog.all(kind), catalog.text[kind]).compactMap { item, text -> Hit? in
      guard let rank = text.match(words), !isStrict || isWhole(words, text.name + text.rest) else {
        return nil
      }
      let facts = catalog.facts(item)
      guard fits(item, text, facts) else { return nil }
      return Hit(index: item.index, rank: rank, facts: facts, length: length(item))
    }
    return sorted(found)
  }

  private struct Hit {
    var index: Int
    var rank: Int
    var facts: Facts
    var length: Int
  }

  private func length(_ item: ResourceReference) -> Int {
    switch item.kind {
    case .songs: catalog.recording(of: item.index).durationInMillis
    case .albums: catalog.albums[item.index].tracks.count
    default: 0
    }
  }

  /// Whether an item matches the filters. A kind ignores filters that don't apply to it, except
  /// that `track` matches only songs and playlists match no filter.
  private func fits(_ item: ResourceReference, _ text: SearchableText, _ facts: Facts) -> Bool {
    guard item.kind != .playlists else { return filters.isEmpty }
    guard item.kind == .songs || filters["track"] == nil else { return false }
    guard facts.artist.map({ fits("artist", catalog.text.artists[$0]) }) ?? true else {
      return false
    }
    if let album = facts.album {
      guard fits("album", catalog.text.albums[album]), fitsLabel(album) else { return false }
    }
    guard item.kind == .songs else { return true }
    let recording = catalog.recording(of: item.index)
    return fits("track", text) && fits("dur", Double(recording.durationInMillis) / 1_000)
      && fits("bpm", recording.beats)
  }

  private func fits(_ name: String, _ text: SearchableText) -> Bool {
    guard let value = filters[name] else { return true }
    let words = CatalogText.words(value)
    guard (text.match(words) ?? 0) > 0 else { return false }
    return !isStrict || isWhole(words, text.name)
  }

  /// Whether each word occurs as a whole word.
  private func isWhole(_ words: [String], _ text: String) -> Bool {
    Set(text.split(separator: " ").map(String.init)).isSuperset(of: words)
  }

  private func fitsLabel(_ album: Int) -> Bool {
    guard let value = filters["label"] else { return true }
    let label = catalog.recordLabels[catalog.albums[album].label].name
    return CatalogText.folded(label).contains(CatalogText.folded(value))
  }

  private func fits(_ name: String, _ number: Double) -> Bool {
    let least = filters["\(name)_min"].flatMap(Double.init) ?? 0
    let most = filters["\(name)_max"].flatMap(Double.init) ?? .infinity
    return number >= least && number <= most
  }

  private func sorted(_ found: [Hit]) -> [Int] {
    func title(_ hit: Hit) -> String { hit.facts.title.text }
    func artist(_ hit: Hit) -> String {
      hit.facts.artist.map { catalog.artists[$0].name.text } ?? title(hit)
    }
    func album(_ hit: Hit) -> String {
      hit.facts.album.map { catalog.albums[$0].title.text } ?? title(hit)
    }
    let sorted = found.sorted { first, second in
      let (one, two) = order.hasSuffix("_DESC") ? (second, first) : (first, second)
      switch order.split(separator: "_").first {
      case "TRACK": return (title(one), first.index) < (title(two), second.index)
      case "ARTIST": return (artist(one), first.index) < (artist(two), second.index)
      case "ALBUM": return (album(one), first.index) < (album(two), second.index)
      case "RATING":
        return (one.facts.popularity, first.index) < (two.facts.popularity, second.index)
      case "DURATION": return (one.length, first.index) < (two.length, second.index)
      case _:
        return (first.rank, first.facts.popularity, second.index)
          > (second.rank, second.facts.popularity, first.index)
      }
    }
    return sorted.map(\.index)
  }
}

extension Recording {
  /// The beats per minute.
  var beats: Double { Double(800 + index % 900) / 10 }
}
