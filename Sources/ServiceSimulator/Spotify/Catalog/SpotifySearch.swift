/// Finds things in the catalog as Spotify's search does. Best fit first, then the better known.
struct SpotifySearch {
  let writer: SpotifyWriter
  let query: SpotifySearchQuery

  /// The catalog's present year.
  private static let newest = "2026"
  private var catalog: InventedCatalog { writer.catalog }

  func tracks() -> [Int] {
    let genres = genres()
    let found = catalog.songs.compactMap { song -> (rank: Int, known: Int, index: Int)? in
      let recording = catalog.recordings[song.recording]
      let text = catalog.text.songs[song.index]
      guard
        let rank = text.match(query.words),
        fits(.isrc, { recording.isrc == $0.uppercased() }),
        fits(.year, { inYears(catalog.albums[song.album].releaseDate, $0) }),
        fits(.track, { match(text, $0) }),
        fits(
          .artist,
          { value in
            ([recording.artist] + recording.featured).contains { artist($0, value) }
          }
        ),
        fits(.album, { match(catalog.text.albums[song.album], $0) }),
        genres.isEmpty || genres.allSatisfy({ $0.contains(recording.genre) }),
        none(.upc, .tag), isOffered(song.index)
      else { return nil }
      return (rank, recording.popularity, song.index)
    }
    return sorted(found)
  }

  func albums() -> [Int] {
    let genres = genres()
    let found = catalog.albums.compactMap { album -> (rank: Int, known: Int, index: Int)? in
      guard
        let rank = catalog.text.albums[album.index].match(query.words),
        fits(.upc, { album.upc == $0 }),
        fits(.year, { inYears(album.releaseDate, $0) }),
        fits(.album, { match(catalog.text.albums[album.index], $0) }),
        fits(.artist, { artist(album.artist, $0) }),
        fits(.tag, { tag($0, album) }),
        genres.isEmpty || genres.allSatisfy({ $0.contains(album.genre) }),
        none(.track, .isrc),
        writer.market == nil
          || writer.storefront.map({ catalog.isSold(album: album.index, in: $0) }) == true
      else { return nil }
      return (rank, album.popularity, album.index)
    }
    return sorted(found)
  }

  func artists() -> [Int] {
    let genres = genres()
    let found = catalog.artists.compactMap { artist -> (rank: Int, known: Int, index: Int)? in
      guard
        let rank = catalog.text.artists[artist.index].match(query.words),
        fits(.artist, { self.artist(artist.index, $0) }),
        genres.isEmpty || genres.allSatisfy({ $0.contains(artist.genre) }),
        none(.track, .album, .isrc, .upc, .tag, .year)
      else { return nil }
      return (rank, artist.popularity, artist.index)
    }
    return sorted(found)
  }

  func playlists() -> [Int] {
    guard query.filters.isEmpty else { return [] }
    return sorted(
      catalog.playlists.compactMap { playlist in
        catalog.text.playlists[playlist.index].match(query.words)
          .map { ($0, playlist.popularity, playlist.index) }
      }
    )
  }

  /// Whether a name that is in no index holds all the words.
  func fits(_ name: String) -> Bool {
    query.filters.isEmpty && Set(CatalogText.words(name)).isSuperset(of: query.words)
  }

  // MARK: - Filters

  private func fits(_ filter: SpotifySearchQuery.Filter, _ test: (String) -> Bool) -> Bool {
    query.filters.allSatisfy { $0.filter != filter || test($0.value) }
  }

  private func none(_ filters: SpotifySearchQuery.Filter...) -> Bool {
    !query.filters.contains { filters.contains($0.filter) }
  }

  private func match(_ text: SearchableText, _ value: String) -> Bool {
    (text.match(CatalogText.words(value)) ?? 0) > 0
  }

  private func artist(_ index: Int, _ value: String) -> Bool {
    match(catalog.text.artists[index], value)
  }

  private func isOffered(_ song: Int) -> Bool {
    writer.market == nil ? !writer.availableMarkets(song).isEmpty : writer.isPlayable(song)
  }

  private func genres() -> [Set<Int>] {
    query.values(.genre).map { value in
      let wanted = CatalogText.folded(value)
      return Set(Genre.all.indices.filter { CatalogText.folded(Genre.all[$0].name) == wanted })
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

  private func sorted(_ found: [(rank: Int, known: Int, index: Int)]) -> [Int] {
    found.sorted { ($0.rank, $0.known, -$0.index) > ($1.rank, $1.known, -$1.index) }.map(\.index)
  }
}
