/// What is sold where, under which id.
extension InventedCatalog {
  func isSold(song index: Int, in storefront: Storefront) -> Bool {
    let song = songs[index]
    return !song.absent.holds(storefront) && isSold(album: song.album, in: storefront)
  }

  func isSold(album index: Int, in storefront: Storefront) -> Bool {
    !albums[index].absent.holds(storefront)
  }

  func isSold(musicVideo index: Int, in storefront: Storefront) -> Bool {
    !musicVideos[index].absent.holds(storefront)
  }

  func isSold(_ track: TrackReference, in storefront: Storefront) -> Bool {
    switch track {
    case .song(let index): isSold(song: index, in: storefront)
    case .musicVideo(let index): isSold(musicVideo: index, in: storefront)
    }
  }

  /// The id a song has, or would have, in that storefront.
  func id(song index: Int, in storefront: Storefront) -> Int {
    IDSpace.songs.id(index, own: hasOwnID(songs[index].album, storefront) ? storefront : nil)
  }

  func id(album index: Int, in storefront: Storefront) -> Int {
    IDSpace.albums.id(index, own: hasOwnID(index, storefront) ? storefront : nil)
  }

  /// The song of that id where it is sold in that storefront under that id, else nil.
  func song(id: Int, in storefront: Storefront) -> Int? {
    guard let index = song(anywhere: id), isSold(song: index, in: storefront) else { return nil }
    return self.id(song: index, in: storefront) == id ? index : nil
  }

  func album(id: Int, in storefront: Storefront) -> Int? {
    guard let index = album(anywhere: id), isSold(album: index, in: storefront) else { return nil }
    return self.id(album: index, in: storefront) == id ? index : nil
  }

  func musicVideo(id: Int, in storefront: Storefront) -> Int? {
    guard let index = common(IDSpace.musicVideos, id, musicVideos.count) else { return nil }
    return isSold(musicVideo: index, in: storefront) ? index : nil
  }

  func artist(id: Int) -> Int? {
    common(.artists, id, artists.count)
  }

  /// The song that has this id in any storefront.
  func song(anywhere id: Int) -> Int? {
    guard let found = IDSpace.songs.index(of: id), songs.indices.contains(found.index) else {
      return nil
    }
    if let own = found.own, !hasOwnID(songs[found.index].album, own) { return nil }
    return found.index
  }

  func album(anywhere id: Int) -> Int? {
    guard let found = IDSpace.albums.index(of: id), albums.indices.contains(found.index) else {
      return nil
    }
    if let own = found.own, !hasOwnID(found.index, own) { return nil }
    return found.index
  }

  /// The index behind an id of a kind whose ids are the same everywhere.
  func common(_ space: IDSpace, _ id: Int, _ count: Int) -> Int? {
    guard let found = space.index(of: id), found.own == nil, found.index < count else { return nil }
    return found.index
  }

  private func hasOwnID(_ album: Int, _ storefront: Storefront) -> Bool {
    albums[album].ownIDs.holds(storefront)
  }
}
