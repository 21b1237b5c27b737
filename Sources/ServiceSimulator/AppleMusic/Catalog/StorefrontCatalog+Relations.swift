/// What belongs to what. Only things that are sold here are named.
extension StorefrontCatalog {
  func related(_ reference: ResourceReference, _ name: String) -> [ResourceReference] {
    unfiltered(reference, name).filter(isSold)
  }

  private func unfiltered(_ reference: ResourceReference, _ name: String) -> [ResourceReference] {
    let index = reference.index
    switch reference.kind {
    case .songs: return ofSong(catalog.songs[index], name)
    case .albums: return ofAlbum(catalog.albums[index], name)
    case .artists: return ofArtist(catalog.artists[index], name)
    case .musicVideos: return ofMusicVideo(catalog.musicVideos[index], name)
    case .playlists: return ofPlaylist(catalog.playlists[index], name)
    case .stations:
      return catalog.stations[index].isLive ? [ResourceReference(.appleCurators, 5)] : []
    case .stationGenres:
      return catalog.stations.filter { $0.genre == index }.map { .init(.stations, $0.index) }
    case .genres, .recordLabels: return []
    case .curators: return catalog.curators[index].playlists.map { .init(.playlists, $0) }
    case .appleCurators:
      guard name == "playlists" else { return [] }
      return catalog.appleCurators[index].playlists.map { .init(.playlists, $0) }
    case .activities: return catalog.activities[index].playlists.map { .init(.playlists, $0) }
    }
  }

  private func ofSong(_ song: Song, _ name: String) -> [ResourceReference] {
    let recording = catalog.recordings[song.recording]
    switch name {
    case "albums": return [.init(.albums, song.album)]
    case "artists": return ([recording.artist] + recording.featured).map { .init(.artists, $0) }
    case "composers": return recording.composer == nil ? [] : [.init(.artists, recording.artist)]
    case "genres": return genres(recording.genre)
    case "music-videos":
      return catalog.musicVideos.filter { $0.song == song.index }
        .map { .init(.musicVideos, $0.index) }
    case "station":
      return catalog.stations.filter { $0.song == song.index }.map { .init(.stations, $0.index) }
    default: return []
    }
  }

  private func ofAlbum(_ album: Album, _ name: String) -> [ResourceReference] {
    switch name {
    case "artists": return [.init(.artists, album.artist)]
    case "tracks": return album.tracks.map { ResourceReference($0) }
    case "genres": return genres(album.genre)
    case "record-labels": return [.init(.recordLabels, album.label)]
    default: return []
    }
  }

  private func ofArtist(_ artist: Artist, _ name: String) -> [ResourceReference] {
    switch name {
    case "albums": return artist.albums.map { .init(.albums, $0) }
    case "genres": return genres(artist.genre)
    case "music-videos": return artist.musicVideos.map { .init(.musicVideos, $0) }
    case "playlists": return playlists(of: artist.index)
    case "station":
      return catalog.stations.filter { $0.artist == artist.index }
        .map { .init(.stations, $0.index) }
    default: return []
    }
  }

  private func ofMusicVideo(_ video: MusicVideo, _ name: String) -> [ResourceReference] {
    switch name {
    case "albums": return video.album.map { [.init(.albums, $0)] } ?? []
    case "artists": return [.init(.artists, video.artist)]
    case "genres": return genres(video.genre)
    case "songs": return video.song.map { [.init(.songs, $0)] } ?? []
    default: return []
    }
  }

  private func ofPlaylist(_ playlist: Playlist, _ name: String) -> [ResourceReference] {
    switch name {
    case "tracks": return playlist.tracks.map { ResourceReference($0) }
    case "curator":
      switch playlist.curator {
      case .apple(let index): return [.init(.appleCurators, index)]
      case .other(let index): return [.init(.curators, index)]
      case .nobody: return []
      }
    default: return []
    }
  }

  /// The genre, and those above it up to the root.
  private func genres(_ index: Int) -> [ResourceReference] {
    var result: [ResourceReference] = []
    var next: Int? = index
    while let current = next {
      result.append(.init(.genres, current))
      next = Genre.all[current].parent.flatMap { Genre.indices[$0] }
    }
    return result
  }

  func songs(of artist: Int) -> [ResourceReference] {
    catalog.songs.filter { catalog.recordings[$0.recording].artist == artist }
      .map { .init(.songs, $0.index) }
  }

  func playlists(of artist: Int) -> [ResourceReference] {
    catalog.playlists.filter { playlist in
      playlist.tracks.contains { artistOf($0) == artist }
    }.map { .init(.playlists, $0.index) }
  }

  func artistOf(_ track: TrackReference) -> Int {
    switch track {
    case .song(let index): catalog.recordings[catalog.songs[index].recording].artist
    case .musicVideo(let index): catalog.musicVideos[index].artist
    }
  }
}
