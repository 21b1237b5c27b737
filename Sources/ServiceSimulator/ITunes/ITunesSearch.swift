/// A search in one country's store.
struct ITunesSearch {
  let store: ITunesStore

  /// What the words are compared with.
  private enum Attribute: String {
    case mixTerm, genreIndex, artistTerm, composerTerm, albumTerm, ratingIndex, songTerm
    // Of the general search.
    case allArtistTerm, allTrackTerm
  }

  private static let media: Set<String> = [
    "all", "music", "musicVideo", "podcast", "movie", "audiobook", "shortFilm", "tvShow",
    "software", "ebook",
  ]

  func items(_ parameters: ITunesParameters) throws(ITunesParameters.Invalid) -> [ITunesItem] {
    let media = parameters["media"] ?? "all"
    guard Self.media.contains(media) else { throw .init(key: "mediaType") }
    let attribute = try attribute(parameters)
    let entity = try parameters.entity()
    let words = CatalogText.words(parameters["term"] ?? "")
    guard !words.isEmpty, ["all", "music", "musicVideo"].contains(media) else { return [] }
    let onlyClean = parameters["explicit"]?.lowercased() == "no"
    let ranked = candidates(entity ?? (media == "musicVideo" ? .musicVideo : .allTrack))
      .compactMap { item -> (item: ITunesItem, rank: Int, popularity: Int)? in
        guard
          !(onlyClean && isExplicit(item)),
          let rank = rank(item, words, by: attribute)
        else { return nil }
        return (item, rank, popularity(item))
      }
      .sorted { ($1.rank, $1.popularity) < ($0.rank, $0.popularity) }
    return ranked.dropFirst(parameters.offset).prefix(parameters.limit).map(\.item)
  }

  private func attribute(
    _ parameters: ITunesParameters
  ) throws(ITunesParameters.Invalid) -> Attribute? {
    guard let name = parameters["attribute"], !name.isEmpty else { return nil }
    guard let attribute = Attribute(rawValue: name) else { throw .init(key: "attributeType") }
    return attribute
  }

  private func candidates(_ entity: ITunesEntity) -> [ITunesItem] {
    let (catalog, storefront) = (store.catalog, store.storefront)
    switch entity {
    case .musicArtist, .allArtist:
      return catalog.artists.indices.map { .artist($0) }
    case .album:
      return catalog.albums.indices.filter { catalog.isSold(album: $0, in: storefront) }
        .map { .album($0) }
    case .song:
      return catalog.songs.indices.filter { catalog.isSold(song: $0, in: storefront) }
        .map { .song($0) }
    case .musicVideo:
      return catalog.musicVideos.indices.filter { catalog.isSold(musicVideo: $0, in: storefront) }
        .map { .musicVideo($0) }
    case .musicTrack, .allTrack:
      return candidates(.song) + candidates(.musicVideo)
    case .mix:
      return []
    }
  }

  /// How well an item fits, nil for not at all.
  private func rank(_ item: ITunesItem, _ words: [String], by attribute: Attribute?) -> Int? {
    guard let attribute else { return text(of: item)?.match(words) }
    switch attribute {
    case .songTerm, .allTrackTerm:
      switch item {
      case .song, .musicVideo: return named(text(of: item)?.name, words)
      case .artist, .album: return nil
      }
    case .artistTerm, .allArtistTerm:
      return named(store.catalog.text.artists[artist(of: item)].name, words)
    case .albumTerm:
      return album(of: item).flatMap { named(store.catalog.text.albums[$0].name, words) }
    case .composerTerm:
      return recording(of: item)?.composer.flatMap { named(CatalogText.folded($0), words) }
    case .genreIndex:
      let genre = Genre.all[genre(of: item)]
      if words == [String(genre.id)] { return 3 }
      return named(CatalogText.folded(genre.name), words)
    case .ratingIndex:
      return isExplicit(item) ? named(" explicit", words) : nil
    case .mixTerm:
      return nil
    }
  }

  private func named(_ name: String?, _ words: [String]) -> Int? {
    name.flatMap { SearchableText(name: $0, rest: "").match(words) }
  }

  // MARK: - What an item is

  private func text(of item: ITunesItem) -> SearchableText? {
    let text = store.catalog.text
    return switch item {
    case .artist(let index): text.artists[index]
    case .album(let index): text.albums[index]
    case .song(let index): text.songs[index]
    case .musicVideo(let index): text.musicVideos[index]
    }
  }

  private func recording(of item: ITunesItem) -> Recording? {
    switch item {
    case .song(let index): store.catalog.recordings[store.catalog.songs[index].recording]
    case .artist, .album, .musicVideo: nil
    }
  }

  private func artist(of item: ITunesItem) -> Int {
    let catalog = store.catalog
    return switch item {
    case .artist(let index): index
    case .album(let index): catalog.albums[index].artist
    case .song(let index): catalog.recordings[catalog.songs[index].recording].artist
    case .musicVideo(let index): catalog.musicVideos[index].artist
    }
  }

  private func album(of item: ITunesItem) -> Int? {
    switch item {
    case .artist: nil
    case .album(let index): index
    case .song(let index): store.catalog.songs[index].album
    case .musicVideo(let index): store.catalog.musicVideos[index].album
    }
  }

  private func genre(of item: ITunesItem) -> Int {
    let catalog = store.catalog
    return switch item {
    case .artist(let index): catalog.artists[index].genre
    case .album(let index): catalog.albums[index].genre
    case .song(let index): catalog.recordings[catalog.songs[index].recording].genre
    case .musicVideo(let index): catalog.musicVideos[index].genre
    }
  }

  private func isExplicit(_ item: ITunesItem) -> Bool {
    let catalog = store.catalog
    return switch item {
    case .artist: false
    case .album(let index): catalog.albums[index].rating == .explicit
    case .song(let index): catalog.recordings[catalog.songs[index].recording].rating == .explicit
    case .musicVideo(let index): catalog.musicVideos[index].rating == .explicit
    }
  }

  private func popularity(_ item: ITunesItem) -> Int {
    let catalog = store.catalog
    return switch item {
    case .artist(let index): catalog.artists[index].popularity
    case .album(let index): catalog.albums[index].popularity
    case .song(let index): catalog.recordings[catalog.songs[index].recording].popularity
    case .musicVideo(let index): catalog.musicVideos[index].popularity
    }
  }
}
