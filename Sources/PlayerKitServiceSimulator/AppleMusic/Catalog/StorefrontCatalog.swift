/// The catalog of one storefront: its ids, and the resources on sale.
struct StorefrontCatalog: Sendable {
  let catalog: InventedCatalog
  let storefront: Storefront

  func id(_ reference: ResourceReference) -> String {
    let index = reference.index
    switch reference.kind {
    case .songs: return String(catalog.id(song: index, in: storefront))
    case .albums: return String(catalog.id(album: index, in: storefront))
    case .playlists: return catalog.playlists[index].id
    case .stations: return catalog.stations[index].id
    default: return String(reference.kind.space?.id(index) ?? Genre.all[index].id)
    }
  }

  /// Returns `nil` for ids that don't exist here, such as library ids or another storefront's ids.
  func reference(_ kind: ResourceKind, id text: String) -> ResourceReference? {
    switch kind {
    case .playlists: return catalog.playlistIndices[text].map { ResourceReference(kind, $0) }
    case .stations: return catalog.stationIndices[text].map { ResourceReference(kind, $0) }
    default:
      guard let id = Int(text), String(id) == text else { return nil }
      return index(kind, id: id).map { ResourceReference(kind, $0) }
    }
  }

  private func index(_ kind: ResourceKind, id: Int) -> Int? {
    switch kind {
    case .songs: catalog.song(id: id, in: storefront)
    case .albums: catalog.album(id: id, in: storefront)
    case .musicVideos: catalog.musicVideo(id: id, in: storefront)
    default:
      kind.space.map { catalog.common($0, id, catalog.count(kind)) } ?? Genre.indices[id]
    }
  }

  func href(_ reference: ResourceReference) -> String {
    "/v1/catalog/\(storefront.id)/\(reference.kind.rawValue)/\(id(reference))"
  }

  func isSold(_ reference: ResourceReference) -> Bool {
    catalog.isSold(reference, in: storefront)
  }

  func popularity(_ reference: ResourceReference) -> Int {
    let popularity = catalog.popularity(reference)
    guard reference.kind == .songs else { return popularity }
    // If a recording has several songs, the first is the popular one.
    let same = catalog.songsOfRecordings[catalog.songs[reference.index].recording]
    return popularity - (same.first == reference.index ? 0 : 100_000)
  }

  /// Sorts by popularity, highest first. Equally popular resources stay in the catalog's order.
  func ranked(_ references: [ResourceReference]) -> [ResourceReference] {
    references.map { (reference: $0, popularity: popularity($0)) }
      .sorted { ($0.popularity, $1.reference.index) > ($1.popularity, $0.reference.index) }
      .map(\.reference)
  }

  // MARK: - Relationships (only items that are sold here)

  func related(_ reference: ResourceReference, _ relationship: Relationship) -> [ResourceReference]
  {
    relationship.members(catalog, reference.index).filter(isSold)
  }

  /// Returns `nil` for a view that this kind does not have.
  func view(
    _ reference: ResourceReference,
    _ name: String
  ) -> (title: String, members: [ResourceReference])? {
    reference.kind.views.first { $0.name == name }.map { view in
      (view.title(catalog, reference.index), view.members(self, reference.index).filter(isSold))
    }
  }

  // MARK: - Equivalents in other storefronts, and genres with charts

  /// The resources sold here for an id of any storefront: the same one, otherwise another song of
  /// its recording. With `clean`, returns the clean version of an explicit one.
  func equivalents(_ kind: ResourceKind, id: Int, clean: Bool) -> [ResourceReference] {
    let found =
      switch kind {
      case .songs: catalog.song(anywhere: id)
      case .albums: catalog.album(anywhere: id)
      default: catalog.musicVideo(id: id, in: storefront)
      }
    guard let found else { return [] }
    var itself = ResourceReference(kind, found)
    if clean, kind != .musicVideos, catalog.facts(itself).rating == .explicit {
      let twin = kind == .songs ? catalog.songs[found].twin : catalog.albums[found].twin
      guard let twin else { return [] }
      itself = ResourceReference(kind, twin)
    }
    if isSold(itself) || kind != .songs { return [itself].filter(isSold) }
    let others = catalog.songsOfRecordings[catalog.songs[itself.index].recording]
    return kind.at(others).filter(isSold)
  }

  /// Whether a genre or one of its subgenres has recordings.
  func hasChart(genre: Int) -> Bool {
    catalog.artists.contains { isGenre($0.genre, within: genre) }
  }

  func isGenre(_ index: Int, within ancestor: Int) -> Bool {
    if index == ancestor || Genre.all[ancestor].parent == nil { return true }
    return Genre.all[index].parent == Genre.all[ancestor].id
  }
}

/// Search by words.
extension StorefrontCatalog {
  struct Hit {
    let reference: ResourceReference
    /// How well the words match. Hits with equal matches are sorted by popularity.
    let match: Int
    let popularity: Int

    func isBetter(than other: Hit) -> Bool {
      (match, popularity) > (other.match, other.popularity)
    }
  }

  /// The hits, best first.
  func hits(_ kind: ResourceKind, _ words: [String]) -> [Hit] {
    guard !words.isEmpty else { return [] }
    return Self.sorted(
      zip(catalog.all(kind), catalog.text[kind]).compactMap { reference, text in
        guard let match = text.match(words), isSold(reference) else { return nil }
        return Hit(reference: reference, match: match, popularity: popularity(reference))
      }
    )
  }

  func best(of lists: [[Hit]]) -> [Hit] { Self.sorted(lists.flatMap { $0.prefix(10) }) }

  /// The names of the types, sorted by their best hit.
  func ordered(_ found: [(kind: ResourceKind, hits: [Hit])]) -> [String] {
    let best = found.compactMap { entry in entry.hits.first.map { (kind: entry.kind, hit: $0) } }
    // Equally good types stay in the order of the request.
    return best.enumerated().sorted { one, other in
      if one.element.hit.isBetter(than: other.element.hit) { return true }
      if other.element.hit.isBetter(than: one.element.hit) { return false }
      return one.offset < other.offset
    }.map(\.element.kind.rawValue)
  }

  /// Completions for a search: names that begin with the words, artists first.
  func terms(_ words: [String]) -> [(term: String, display: String)] {
    var seen: Set<String> = []
    let hits = hits(.artists, words) + hits(.songs, words).filter { $0.match > 0 }
    return hits.compactMap { hit in
      let name = catalog.facts(hit.reference).title.text
      let term = name.lowercased()
      return seen.insert(term).inserted ? (term: term, display: name) : nil
    }
  }

  private static func sorted(_ hits: [Hit]) -> [Hit] {
    hits.sorted { one, other in
      if one.isBetter(than: other) { return true }
      if other.isBetter(than: one) { return false }
      return one.reference.index < other.reference.index
    }
  }
}
