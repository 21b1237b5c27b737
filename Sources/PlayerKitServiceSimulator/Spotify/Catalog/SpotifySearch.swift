/// Searches the catalog like Spotify. Results are sorted by match, then by popularity.
struct SpotifySearch {
  let writer: SpotifyWriter
  let query: SpotifySearchQuery

  /// The current year in the catalog.
  private static let newest = "2026"
  private var catalog: InventedCatalog { writer.catalog }

  func found(_ kind: ResourceKind) -> [Int] {
    let genres = query.values(.genre).map(CatalogText.folded)
    let found = zip(catalog.all(kind), catalog.text[kind]).compactMap {
      item,
      text -> (rank: Int, known: Int, index: Int)? in
      guard let rank = text.match(query.words) else { return nil }
      let facts = catalog.facts(item)
      let genre = CatalogText.folded(Genre.all[facts.genre].name)
      let fits = query.filters.allSatisfy { self.fits($0.filter, $0.value, item, text, facts) }
      guard fits, genres.allSatisfy({ $0 == genre }), isOffered(item) else { return nil }
      return (rank, facts.popularity, item.index)
    }
    return found.sorted { ($0.rank, $0.known, -$0.index) > ($1.rank, $1.known, -$1.index) }
      .map { $0.index }
  }

  /// Whether a name outside the search index has all the words.
  func fits(_ name: String) -> Bool {
    query.filters.isEmpty && Set(CatalogText.words(name)).isSuperset(of: query.words)
  }

  // MARK: - Filters

  /// An item never matches a filter that its kind does not support.
  private func fits(
    _ filter: SpotifySearchQuery.Filter,
    _ value: String,
    _ item: ResourceReference,
    _ text: SearchableText,
    _ facts: Facts
  ) -> Bool {
    guard item.kind != .playlists else { return false }
    let album = facts.album.map { catalog.albums[$0] }
    let recording = item.kind == .songs ? catalog.recording(of: item.index) : nil
    switch filter {
    case .genre: return true
    case .artist:
      let artists = (facts.artist.map { [$0] } ?? []) + (recording?.featured ?? [])
      return artists.contains { match(catalog.text.artists[$0], value) }
    case .album: return album.map { match(catalog.text.albums[$0.index], value) } ?? false
    case .year: return album.map { inYears($0.releaseDate, value) } ?? false
    case .track: return item.kind == .songs && match(text, value)
    case .isrc: return recording.map { $0.isrc == value.uppercased() } ?? false
    case .upc: return item.kind == .albums && album?.upc == value
    case .tag: return item.kind == .albums && album.map { tag(value, $0) } == true
    }
  }

  private func match(_ text: SearchableText, _ value: String) -> Bool {
    (text.match(CatalogText.words(value)) ?? 0) > 0
  }

  private func isOffered(_ item: ResourceReference) -> Bool {
    switch item.kind {
    case .songs:
      writer.market == nil
        ? !writer.availableMarkets(item.index).isEmpty : writer.isPlayable(item.index)
    case .albums:
      writer.market == nil
        || writer.storefront.map { catalog.isSold(item, in: $0) } == true
    default: true
    }
  }

  private func inYears(_ date: String?, _ value: String) -> Bool {
    let years = value.split(separator: "-").map { Int($0) }
    guard let year = date.flatMap({ Int($0.prefix(4)) }), let first = years.first ?? nil else {
      return false
    }
    guard years.count > 1 else { return year == first }
    return years[1].map { year >= first && year <= $0 } ?? false
  }

  private func tag(_ value: String, _ album: Album) -> Bool {
    switch value.lowercased() {
    case "new": album.releaseDate?.hasPrefix(Self.newest) == true
    case "hipster": album.popularity < 10_000
    default: false
    }
  }
}
