/// Finding by words.
extension StorefrontCatalog {
  struct Hit {
    let reference: ResourceReference
    /// How well the words fit, then how well it is known.
    let match: Int
    let popularity: Int

    func isBetter(than other: Hit) -> Bool {
      (match, popularity) > (other.match, other.popularity)
    }
  }

  /// The best first.
  func hits(_ kind: ResourceKind, _ words: [String]) -> [Hit] {
    guard !words.isEmpty else { return [] }
    var hits: [Hit] = []
    for (index, text) in texts(kind).enumerated() {
      guard let match = text.match(words) else { continue }
      let reference = ResourceReference(kind, index)
      guard isSold(reference) else { continue }
      hits.append(Hit(reference: reference, match: match, popularity: popularity(reference)))
    }
    return Self.sorted(hits)
  }

  func best(of lists: [[Hit]]) -> [Hit] {
    Self.sorted(lists.flatMap { $0.prefix(10) })
  }

  /// The names of the types, the one with the best hit first.
  func ordered(_ found: [(name: String, hits: [Hit])]) -> [String] {
    let best = found.compactMap { entry in entry.hits.first.map { (name: entry.name, hit: $0) } }
    // Equally good ones stay in the order of the request.
    return best.enumerated().sorted { one, other in
      if one.element.hit.isBetter(than: other.element.hit) { return true }
      if other.element.hit.isBetter(than: one.element.hit) { return false }
      return one.offset < other.offset
    }.map(\.element.name)
  }

  /// What a searcher may have wanted to type: names that begin so, artists first.
  func terms(_ words: [String]) -> [(term: String, display: String)] {
    var seen: Set<String> = []
    let artists = hits(.artists, words).map { catalog.artists[$0.reference.index].name.text }
    let songs = hits(.songs, words).filter { $0.match > 0 }
      .map { catalog.recordings[catalog.songs[$0.reference.index].recording].title.text }
    return (artists + songs).compactMap { name in
      let term = name.lowercased()
      return seen.insert(term).inserted ? (term: term, display: name) : nil
    }
  }

  private func texts(_ kind: ResourceKind) -> [SearchableText] {
    switch kind {
    case .songs: catalog.text.songs
    case .albums: catalog.text.albums
    case .artists: catalog.text.artists
    case .musicVideos: catalog.text.musicVideos
    case .playlists: catalog.text.playlists
    case .stations: catalog.text.stations
    case .curators: Self.texts(catalog.curators)
    case .appleCurators: Self.texts(catalog.appleCurators)
    case .activities: Self.texts(catalog.activities)
    case .recordLabels: Self.texts(catalog.recordLabels)
    case .genres, .stationGenres: []
    }
  }

  private static func texts(_ groups: [NamedGroup]) -> [SearchableText] {
    groups.map { SearchableText(name: CatalogText.folded($0.name), rest: "") }
  }

  private static func sorted(_ hits: [Hit]) -> [Hit] {
    hits.sorted { one, other in
      if one.isBetter(than: other) { return true }
      if other.isBetter(than: one) { return false }
      return one.reference.index < other.reference.index
    }
  }
}
