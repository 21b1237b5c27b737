/// A resource of the catalog: its kind, and its place in the invented catalog's list of that kind.
struct ResourceReference: Hashable, Sendable {
  let kind: ResourceKind
  let index: Int

  init(_ kind: ResourceKind, _ index: Int) {
    self.kind = kind
    self.index = index
  }

  init(_ track: TrackReference) {
    switch track {
    case .song(let index): self.init(.songs, index)
    case .musicVideo(let index): self.init(.musicVideos, index)
    }
  }
}

/// A storefront's view of the catalog: ids, and what is sold.
struct StorefrontCatalog: Sendable {
  let catalog: InventedCatalog
  let storefront: Storefront

  func id(_ reference: ResourceReference) -> String {
    let index = reference.index
    switch reference.kind {
    case .songs: return String(catalog.id(song: index, in: storefront))
    case .albums: return String(catalog.id(album: index, in: storefront))
    case .artists: return String(IDSpace.artists.id(index))
    case .musicVideos: return String(IDSpace.musicVideos.id(index))
    case .playlists: return catalog.playlists[index].id
    case .stations: return catalog.stations[index].id
    case .genres, .stationGenres: return String(Genre.all[index].id)
    case .curators: return String(IDSpace.curators.id(index))
    case .appleCurators: return String(IDSpace.appleCurators.id(index))
    case .activities: return String(IDSpace.activities.id(index))
    case .recordLabels: return String(IDSpace.recordLabels.id(index))
    }
  }

  /// Nil for what does not exist, or not here: another storefront's id, a library id.
  func reference(_ kind: ResourceKind, id text: String) -> ResourceReference? {
    switch kind {
    case .playlists: return catalog.playlistIndices[text].map { ResourceReference(kind, $0) }
    case .stations: return catalog.stationIndices[text].map { ResourceReference(kind, $0) }
    case .songs, .albums, .artists, .musicVideos, .genres, .stationGenres, .curators,
      .appleCurators, .activities, .recordLabels:
      guard let id = Int(text), String(id) == text else { return nil }
      return index(kind, id: id).map { ResourceReference(kind, $0) }
    }
  }

  private func index(_ kind: ResourceKind, id: Int) -> Int? {
    switch kind {
    case .songs: catalog.song(id: id, in: storefront)
    case .albums: catalog.album(id: id, in: storefront)
    case .artists: catalog.artist(id: id)
    case .musicVideos: catalog.musicVideo(id: id, in: storefront)
    case .genres, .stationGenres: Genre.indices[id]
    case .curators: catalog.common(.curators, id, catalog.curators.count)
    case .appleCurators: catalog.common(.appleCurators, id, catalog.appleCurators.count)
    case .activities: catalog.common(.activities, id, catalog.activities.count)
    case .recordLabels: catalog.common(.recordLabels, id, catalog.recordLabels.count)
    case .playlists, .stations: nil
    }
  }

  func href(_ reference: ResourceReference) -> String {
    "/v1/catalog/\(storefront.id)/\(reference.kind.rawValue)/\(id(reference))"
  }

  func isSold(_ reference: ResourceReference) -> Bool {
    switch reference.kind {
    case .songs: catalog.isSold(song: reference.index, in: storefront)
    case .albums: catalog.isSold(album: reference.index, in: storefront)
    case .musicVideos: catalog.isSold(musicVideo: reference.index, in: storefront)
    case .artists, .playlists, .stations, .stationGenres, .genres, .curators, .appleCurators,
      .activities, .recordLabels:
      true
    }
  }

  func popularity(_ reference: ResourceReference) -> Int {
    let index = reference.index
    switch reference.kind {
    case .songs:
      // Of several songs of one recording the first is the one that people know.
      let song = catalog.songs[index]
      let first = catalog.songsOfRecordings[song.recording].first == index
      return catalog.recordings[song.recording].popularity - (first ? 0 : 100_000)
    case .albums: return catalog.albums[index].popularity
    case .artists: return catalog.artists[index].popularity
    case .musicVideos: return catalog.musicVideos[index].popularity
    case .playlists: return catalog.playlists[index].popularity
    case .stations, .stationGenres, .genres, .curators, .appleCurators, .activities,
      .recordLabels:
      return 0
    }
  }

  /// The best known first; equally known ones in the catalog's order.
  func ranked(_ references: [ResourceReference]) -> [ResourceReference] {
    references.map { (reference: $0, popularity: popularity($0)) }
      .sorted { ($0.popularity, $1.reference.index) > ($1.popularity, $0.reference.index) }
      .map(\.reference)
  }
}
