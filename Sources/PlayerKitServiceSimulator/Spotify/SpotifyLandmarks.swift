/// Resources in Spotify's catalog that tests need, by id. They are `nil` if a seed produces none.
package struct SpotifyLandmarks: Sendable {
  /// A track with a preview and an ISRC, available in all markets.
  package let completeTrack: String?
  package let completeTrackISRC: String?
  /// A playable track without a preview.
  package let trackWithoutPreview: String?
  /// A track and a market in which another track of the same recording replaces it.
  package let relinkedTrack: String?
  package let relinkedMarket: String?
  package let relinkedTo: String?
  /// A track that no market has.
  package let trackOfNoMarket: String?
  /// An album with more than one page of tracks.
  package let longAlbum: String?
  /// An artist with more albums than a page holds.
  package let prolificArtist: String
  /// A playlist of the user that contains null, an episode, and a local file.
  package let ownPlaylist: String?
  /// A playlist of another user, and one of the service.
  package let othersPlaylist: String?
  package let servicesPlaylist: String?

  init(catalog: InventedCatalog) {
    let ids = SpotifyIDs(seed: catalog.seed)
    func writer(_ market: String?) -> SpotifyWriter {
      SpotifyWriter(
        catalog: catalog,
        ids: ids,
        isDevelopment: false,
        market: market,
        base: "",
        mediaBase: "",
        clientID: "",
        rules: SpotifyPlaybackRules(SpotifySettings(), ids: ids, catalog: catalog)
      )
    }
    let everywhere = writer(nil)
    let all = Storefront.all.count
    let complete = catalog.songs.first { song in
      song.preview == .usual && song.recording % 4 == 0
        && catalog.recordings[song.recording].isrc != nil
        && everywhere.availableMarkets(song.index).count == all
        && writer("US").isPlayable(song.index)
    }
    completeTrack = complete.map { ids.tracks.base62($0.index) }
    completeTrackISRC = complete.flatMap { catalog.recordings[$0.recording].isrc }
    trackWithoutPreview = catalog.songs.first {
      $0.recording % 2 == 1 && everywhere.availableMarkets($0.index).count == all
    }.map { ids.tracks.base62($0.index) }
    trackOfNoMarket = catalog.songs.first { song in
      catalog.songsOfRecordings[song.recording].allSatisfy { !catalog.songs[$0].isStreamable }
    }.map { ids.tracks.base62($0.index) }
    let moved = catalog.songs.lazy.compactMap { song -> (Int, String, Int)? in
      guard song.isStreamable, let other = Self.other(song, catalog) else { return nil }
      return (song.index, other.market, other.song)
    }.first
    relinkedTrack = moved.map { ids.tracks.base62($0.0) }
    relinkedMarket = moved?.1
    relinkedTo = moved.map { ids.tracks.base62($0.2) }
    longAlbum = catalog.albums.first { $0.tracks.songs.count > 100 }
      .map { ids.albums.base62($0.index) }
    prolificArtist = ids.artists.base62(InventedCatalog.prolificArtist)
    let playlists = SpotifyLibrary(catalog: catalog, ids: ids).playlists
    ownPlaylist =
      playlists.first { playlist in
        playlist.ownerID == SpotifyPlaylist.user
          && playlist.members.contains { $0.item == .removed }
      }?.id
    othersPlaylist = playlists.first { !$0.isUsers && !$0.isServices && !$0.members.isEmpty }?.id
    servicesPlaylist = playlists.first { $0.isServices && !$0.isAlgorithmic }?.id
  }

  private static func other(
    _ song: Song,
    _ catalog: InventedCatalog
  ) -> (market: String, song: Int)? {
    for storefront in Storefront.all where storefront.explicitContentPolicy != "prohibited" {
      guard !catalog.isSold(song: song.index, in: storefront) else { continue }
      let other = catalog.songsOfRecordings[song.recording].first { index in
        catalog.songs[index].isStreamable && catalog.isSold(song: index, in: storefront)
          && index % 211 != 17
      }
      if let other { return (market: storefront.id.uppercased(), song: other) }
    }
    return nil
  }
}
