/// A search in one country's store.
struct ITunesSearch {
  let store: ITunesStore

  /// The attribute that the words are compared with.
  private enum Attribute: String {
    case mixTerm, genreIndex, artistTerm, composerTerm, albumTerm, ratingIndex, songTerm
    // For the general search.
    case allArtistTerm, allTrackTerm
  }

  private enum Media: String {
    case all, music, musicVideo
    // The catalog has none of these.
    case podcast, movie, audiobook, shortFilm, tvShow, software, ebook
  }

  func items(_ parameters: ITunesParameters) throws -> [ResourceReference] {
    let name = parameters["media"] ?? "all"
    guard let media = Media(rawValue: name) else { throw ITunesParameters.invalid("mediaType") }
    let attribute: Attribute? = try parameters.one("attribute", calledAlso: "attributeType")
    let entity = try parameters.entity()
    let words = CatalogText.words(parameters["term"] ?? "")
    guard !words.isEmpty, [.all, .music, .musicVideo].contains(media) else { return [] }
    let onlyClean = parameters["explicit"]?.lowercased() == "no"
    let wanted = entity ?? (media == .musicVideo ? .musicVideo : .allTrack)
    let ranked = wanted.kinds.flatMap { store.catalog.all($0, in: store.storefront) }
      .compactMap { item -> (item: ResourceReference, rank: Int, popularity: Int)? in
        guard let rank = rank(item, words, by: attribute) else { return nil }
        let facts = store.catalog.facts(item)
        return onlyClean && facts.rating == .explicit ? nil : (item, rank, facts.popularity)
      }
      .sorted { ($1.rank, $1.popularity) < ($0.rank, $0.popularity) }
    return ranked.dropFirst(parameters.offset).prefix(parameters.limit).map(\.item)
  }

  /// How well an item matches, or `nil` if it does not.
  private func rank(_ item: ResourceReference, _ words: [String], by attribute: Attribute?) -> Int?
  {
    let catalog = store.catalog
    let text = catalog.text[item.kind][item.index]
    guard let attribute else { return text.match(words) }
    switch attribute {
    case .songTerm, .allTrackTerm:
      return [.songs, .musicVideos].contains(item.kind) ? named(text.name, words) : nil
    case .artistTerm, .allArtistTerm:
      return named(catalog.facts(item).artist.map { catalog.text.artists[$0].name }, words)
    case .albumTerm:
      return named(catalog.facts(item).album.map { catalog.text.albums[$0].name }, words)
    case .composerTerm:
      let composer = item.kind == .songs ? catalog.recording(of: item.index).composer : nil
      return named(composer.map { CatalogText.folded($0) }, words)
    case .genreIndex:
      let genre = Genre.all[catalog.facts(item).genre]
      return words == [String(genre.id)] ? 3 : named(CatalogText.folded(genre.name), words)
    case .ratingIndex:
      return catalog.facts(item).rating == .explicit ? named(" explicit", words) : nil
    case .mixTerm: return nil
    }
  }

  private func named(_ name: String?, _ words: [String]) -> Int? {
    name.flatMap { SearchableText(name: $0, rest: "").match(words) }
  }
}

/// A lookup by ids in one country's store.
struct ITunesLookup {
  let store: ITunesStore

  private var catalog: InventedCatalog { store.catalog }
  private var storefront: Storefront { store.storefront }

  /// The items, in the order of the request. The children of an item follow it if they are
  /// requested.
  func items(_ parameters: ITunesParameters) throws -> [ResourceReference] {
    let entity = try parameters.entity()
    var items: [ResourceReference] = []
    var seen: Set<ResourceReference> = []
    for parent in parents(parameters.query) where seen.insert(parent).inserted {
      items.append(parent)
      guard let entity else { continue }
      items += children(of: parent, entity, recentFirst: parameters["sort"] == "recent")
        .prefix(parameters.limit)
    }
    // The maximum for the whole response, regardless of the limit.
    return Array(items.prefix(entity == nil ? 200 : 201))
  }

  private func parents(_ query: Query) -> [ResourceReference] {
    func numbers(_ name: String) -> [Int]? { query.list(name)?.compactMap { Int($0) } }
    if let ids = numbers("id") { return ids.compactMap(item(id:)) }
    if let codes = numbers("upc") {
      // Leading zeros are ignored.
      return codes.flatMap { code in
        catalog.all(.albums, in: storefront)
          .filter { catalog.albums[$0.index].upc.flatMap { Int($0) } == code }
      }
    }
    return (numbers("amgArtistId") ?? []).compactMap { id in
      catalog.all(.artists).first { ITunesStore.amgArtistID($0.index) == id }
    }
  }

  private func item(id: Int) -> ResourceReference? {
    let store = StorefrontCatalog(catalog: catalog, storefront: storefront)
    let kinds: [ResourceKind] = [.songs, .albums, .artists, .musicVideos]
    return kinds.lazy.compactMap { store.reference($0, id: String(id)) }.first
  }

  private func children(
    of parent: ResourceReference,
    _ entity: ITunesEntity,
    recentFirst: Bool
  ) -> [ResourceReference] {
    let facts = catalog.facts(parent)
    switch (parent.kind, entity) {
    case (.artists, .musicArtist), (.artists, .allArtist), (_, .mix): return []
    case (.artists, _):
      return entity.kinds.flatMap { things(by: parent.index, $0, recentFirst: recentFirst) }
    case (.musicVideos, .allArtist): return []
    case (_, .musicArtist), (_, .allArtist):
      return facts.artist.map { [ResourceReference(.artists, $0)] } ?? []
    case (.albums, _):
      return catalog.albums[parent.index].tracks.map { ResourceReference($0) }
        .filter { entity.kinds.contains($0.kind) && catalog.isSold($0, in: storefront) }
    case (.songs, .album): return facts.album.map { [ResourceReference(.albums, $0)] } ?? []
    default: return []
    }
  }

  /// Includes songs on compilations.
  private func things(
    by artist: Int,
    _ kind: ResourceKind,
    recentFirst: Bool
  ) -> [ResourceReference] {
    let all: [ResourceReference] =
      switch kind {
      case .songs:
        catalog.all(.songs).filter {
          let recording = catalog.recording(of: $0.index)
          return recording.artist == artist || recording.featured.contains(artist)
        }
      case .musicVideos:
        catalog.artists[artist].musicVideos.map { ResourceReference(.musicVideos, $0) }
      default: catalog.artists[artist].albums.map { ResourceReference(.albums, $0) }
      }
    let sold = all.filter { catalog.isSold($0, in: storefront) }
    guard kind == .albums, recentFirst else {
      return sold.sorted { catalog.popularity($0) > catalog.popularity($1) }
    }
    return sold.sorted {
      (catalog.albums[$0.index].releaseDate ?? "") > (catalog.albums[$1.index].releaseDate ?? "")
    }
  }
}
