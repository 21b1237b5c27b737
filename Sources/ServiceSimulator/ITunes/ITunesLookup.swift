/// A look-up by identifiers in one country's store.
struct ITunesLookup {
  /// So many identifiers at once break the service.
  static let tooManyIDs = 500

  let store: ITunesStore

  private var catalog: InventedCatalog { store.catalog }
  private var storefront: Storefront { store.storefront }

  /// What was found, in the order asked for; each item with its children behind it where some are
  /// asked for.
  func items(_ parameters: ITunesParameters) throws(ITunesParameters.Invalid) -> [ITunesItem] {
    let entity = try parameters.entity()
    var items: [ITunesItem] = []
    var seen: Set<ITunesItem> = []
    for parent in parents(parameters) where seen.insert(parent).inserted {
      items.append(parent)
      guard let entity else { continue }
      let children = children(of: parent, entity, recentFirst: parameters["sort"] == "recent")
      items += children.prefix(parameters.limit)
    }
    // All in all no more than this, whatever the limit.
    return Array(items.prefix(entity == nil ? 200 : 201))
  }

  // MARK: - Parents

  private func parents(_ parameters: ITunesParameters) -> [ITunesItem] {
    if let ids = parameters.list("id") {
      return ids.compactMap { Int($0) }.compactMap(item(id:))
    }
    if let upcs = parameters.list("upc") {
      return upcs.compactMap { Int($0) }.flatMap(albums(upc:))
    }
    if let ids = parameters.list("amgArtistId") {
      let wanted = ids.compactMap { Int($0) }
      return wanted.compactMap { id in
        catalog.artists.indices.first { ITunesStore.amgArtistID($0) == id }.map { .artist($0) }
      }
    }
    return []
  }

  private func item(id: Int) -> ITunesItem? {
    if let index = catalog.song(id: id, in: storefront) { return .song(index) }
    if let index = catalog.album(id: id, in: storefront) { return .album(index) }
    if let index = catalog.artist(id: id) { return .artist(index) }
    return catalog.musicVideo(id: id, in: storefront).map { .musicVideo($0) }
  }

  /// Leading zeros do not count.
  private func albums(upc: Int) -> [ITunesItem] {
    catalog.albums.indices
      .filter { catalog.albums[$0].upc.flatMap(Int.init) == upc }
      .filter { catalog.isSold(album: $0, in: storefront) }
      .map { .album($0) }
  }

  // MARK: - Children

  private func children(
    of parent: ITunesItem,
    _ entity: ITunesEntity,
    recentFirst: Bool
  ) -> [ITunesItem] {
    switch parent {
    case .artist(let index): children(ofArtist: index, entity, recentFirst: recentFirst)
    case .album(let index): children(ofAlbum: index, entity)
    case .song(let index): relatives(ofSong: index, entity)
    case .musicVideo(let index):
      entity == .musicArtist ? [.artist(catalog.musicVideos[index].artist)] : []
    }
  }

  private func children(
    ofArtist artist: Int,
    _ entity: ITunesEntity,
    recentFirst: Bool
  ) -> [ITunesItem] {
    switch entity {
    case .song: return songs(by: artist)
    case .musicVideo: return videos(by: artist)
    case .musicTrack, .allTrack: return songs(by: artist) + videos(by: artist)
    case .album: return albums(by: artist, recentFirst: recentFirst)
    case .musicArtist, .allArtist, .mix: return []
    }
  }

  /// Those on compilations too.
  private func songs(by artist: Int) -> [ITunesItem] {
    catalog.songs.indices
      .filter { index in
        let recording = catalog.recordings[catalog.songs[index].recording]
        return (recording.artist == artist || recording.featured.contains(artist))
          && catalog.isSold(song: index, in: storefront)
      }
      .sorted { popularity(song: $0) > popularity(song: $1) }
      .map { .song($0) }
  }

  private func popularity(song index: Int) -> Int {
    catalog.recordings[catalog.songs[index].recording].popularity
  }

  private func videos(by artist: Int) -> [ITunesItem] {
    catalog.artists[artist].musicVideos
      .filter { catalog.isSold(musicVideo: $0, in: storefront) }
      .sorted { catalog.musicVideos[$0].popularity > catalog.musicVideos[$1].popularity }
      .map { .musicVideo($0) }
  }

  private func albums(by artist: Int, recentFirst: Bool) -> [ITunesItem] {
    let sold = catalog.artists[artist].albums.filter { catalog.isSold(album: $0, in: storefront) }
    let sorted = sold.sorted { one, other in
      let (one, other) = (catalog.albums[one], catalog.albums[other])
      return recentFirst
        ? (one.releaseDate ?? "") > (other.releaseDate ?? "") : one.popularity > other.popularity
    }
    return sorted.map { .album($0) }
  }

  private func children(ofAlbum album: Int, _ entity: ITunesEntity) -> [ITunesItem] {
    switch entity {
    case .song, .musicVideo, .musicTrack, .allTrack:
      catalog.albums[album].tracks.compactMap { track in
        guard catalog.isSold(track, in: storefront) else { return nil }
        switch track {
        case .song(let index): return entity == .musicVideo ? nil : .song(index)
        case .musicVideo(let index): return entity == .song ? nil : .musicVideo(index)
        }
      }
    case .musicArtist, .allArtist: [.artist(catalog.albums[album].artist)]
    case .album, .mix: []
    }
  }

  private func relatives(ofSong song: Int, _ entity: ITunesEntity) -> [ITunesItem] {
    switch entity {
    case .album: [.album(catalog.songs[song].album)]
    case .musicArtist, .allArtist:
      [.artist(catalog.recordings[catalog.songs[song].recording].artist)]
    case .song, .musicTrack, .allTrack, .musicVideo, .mix: []
    }
  }
}
