/// The same things in other storefronts, and the genres that have charts.
extension StorefrontCatalog {
  /// What is sold here in place of that id of any storefront: the thing itself, else another song of its
  /// recording; with `clean` the clean twin of an explicit one.
  func equivalents(_ kind: ResourceKind, id: Int, clean: Bool) -> [ResourceReference] {
    switch kind {
    case .songs: return catalog.song(anywhere: id).map { songs(for: $0, clean: clean) } ?? []
    case .albums: return catalog.album(anywhere: id).map { albums(for: $0, clean: clean) } ?? []
    case .musicVideos:
      return catalog.musicVideo(id: id, in: storefront).map { [.init(kind, $0)] } ?? []
    case .artists, .playlists, .stations, .stationGenres, .genres, .curators, .appleCurators,
      .activities, .recordLabels:
      return []
    }
  }

  private func songs(for index: Int, clean: Bool) -> [ResourceReference] {
    var index = index
    if clean, rating(index) == .explicit {
      guard let twin = catalog.songs[index].twin else { return [] }
      index = twin
    }
    let itself = ResourceReference(.songs, index)
    if isSold(itself) { return [itself] }
    let others = catalog.songsOfRecordings[catalog.songs[index].recording]
    return others.map { ResourceReference(.songs, $0) }.filter(isSold)
  }

  private func albums(for index: Int, clean: Bool) -> [ResourceReference] {
    var index = index
    if clean, catalog.albums[index].rating == .explicit {
      guard let twin = catalog.albums[index].twin else { return [] }
      index = twin
    }
    return [ResourceReference(.albums, index)].filter(isSold)
  }

  private func rating(_ song: Int) -> ContentRating? {
    catalog.recordings[catalog.songs[song].recording].rating
  }

  /// Whether a genre, or one below it, has recordings.
  func hasChart(genre: Int) -> Bool {
    catalog.artists.contains { isGenre($0.genre, within: genre) }
  }

  func isGenre(_ index: Int, within ancestor: Int) -> Bool {
    if index == ancestor || Genre.all[ancestor].parent == nil { return true }
    return Genre.all[index].parent == Genre.all[ancestor].id
  }
}
