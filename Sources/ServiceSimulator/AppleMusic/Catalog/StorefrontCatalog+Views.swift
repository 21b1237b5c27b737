/// The views of resources, and their titles.
extension StorefrontCatalog {
  struct View {
    let title: String
    let members: [ResourceReference]
  }

  /// Nil for a view that this kind does not have.
  func view(_ reference: ResourceReference, _ name: String) -> View? {
    let index = reference.index
    let found: (title: String, members: [ResourceReference])? =
      switch reference.kind {
      case .artists: ArtistView(rawValue: name).map { artistView(catalog.artists[index], $0) }
      case .albums: albumView(catalog.albums[index], name)
      case .musicVideos: musicVideoView(catalog.musicVideos[index], name)
      case .playlists: playlistView(catalog.playlists[index], name)
      case .recordLabels: recordLabelView(catalog.recordLabels[index], name)
      case .songs, .stations, .stationGenres, .genres, .curators, .appleCurators, .activities: nil
      }
    return found.map { View(title: $0.title, members: $0.members.filter(isSold)) }
  }

  private func artistView(
    _ artist: Artist,
    _ view: ArtistView
  ) -> (title: String, members: [ResourceReference]) {
    switch view {
    case .appearsOnAlbums: return ("Appears On", appearances(of: artist.index))
    case .compilationAlbums: return ("Compilations", compilations(of: artist.index))
    case .featuredAlbums:
      return ("Essential Albums", Array(ranked(albums(of: artist, [.album])).prefix(3)))
    case .featuredMusicVideos, .topMusicVideos:
      let videos = ranked(artist.musicVideos.map { .init(.musicVideos, $0) })
      return view == .topMusicVideos ? ("Music Videos", videos) : ("Featured Videos", videos)
    case .featuredPlaylists: return ("Playlists", playlists(of: artist.index))
    case .fullAlbums: return ("Albums", albums(of: artist, [.album]))
    case .latestRelease:
      let sold = artist.albums.map { ResourceReference(.albums, $0) }.filter(isSold)
      return ("Latest Release", Array(sold.prefix(1)))
    case .liveAlbums: return ("Live Albums", albums(of: artist, [.live]))
    case .similarArtists:
      return ("Similar Artists", artist.similar.map { .init(.artists, $0) })
    case .singles: return ("Singles & EPs", albums(of: artist, [.single, .extendedPlay]))
    case .topSongs: return ("Top Songs", ranked(songs(of: artist.index)))
    }
  }

  private func albums(of artist: Artist, _ kinds: Set<Album.Kind>) -> [ResourceReference] {
    artist.albums.filter { kinds.contains(catalog.albums[$0].kind) }.map { .init(.albums, $0) }
  }

  /// Albums of others, with songs on which the artist is a guest.
  private func appearances(of artist: Int) -> [ResourceReference] {
    let albums = catalog.songs
      .filter { catalog.recordings[$0.recording].featured.contains(artist) }.map(\.album)
    return Set(albums).sorted().map { .init(.albums, $0) }
  }

  private func compilations(of artist: Int) -> [ResourceReference] {
    catalog.albums.filter { album in
      album.kind == .compilation && album.tracks.contains { artistOf($0) == artist }
    }.map { .init(.albums, $0.index) }
  }

  private func albumView(
    _ album: Album,
    _ name: String
  ) -> (title: String, members: [ResourceReference])? {
    let artist = catalog.artists[album.artist]
    switch name {
    case "appears-on":
      let tracks = Set(album.tracks)
      let playlists = catalog.playlists.filter { !tracks.isDisjoint(with: $0.tracks) }
      return ("Appears On", playlists.map { .init(.playlists, $0.index) })
    case "other-versions":
      return ("Other Versions", album.twin.map { [.init(.albums, $0)] } ?? [])
    case "related-albums":
      return ("You Might Also Like", artist.similar.prefix(8).flatMap { ofFirstAlbum($0) })
    case "related-videos":
      return ("Related Videos", artist.musicVideos.map { .init(.musicVideos, $0) })
    default: return nil
    }
  }

  private func ofFirstAlbum(_ artist: Int) -> [ResourceReference] {
    catalog.artists[artist].albums.prefix(1).map { .init(.albums, $0) }
  }

  private func musicVideoView(
    _ video: MusicVideo,
    _ name: String
  ) -> (title: String, members: [ResourceReference])? {
    let others = catalog.musicVideos.filter { $0.index != video.index }
    switch name {
    case "more-by-artist":
      return (
        "More By \(catalog.artists[video.artist].name.text)",
        others.filter { $0.artist == video.artist }.map { .init(.musicVideos, $0.index) }
      )
    case "more-in-genre":
      return (
        "More in \(Genre.all[video.genre].name)",
        others.filter { $0.genre == video.genre }.map { .init(.musicVideos, $0.index) }
      )
    default: return nil
    }
  }

  private func playlistView(
    _ playlist: Playlist,
    _ name: String
  ) -> (title: String, members: [ResourceReference])? {
    switch name {
    case "featured-artists":
      let artists = Set(playlist.tracks.map { artistOf($0) }).sorted()
      return ("Featured Artists", artists.map { .init(.artists, $0) })
    case "more-by-curator":
      let more = catalog.playlists.filter {
        $0.curator == playlist.curator && $0.index != playlist.index
      }
      return ("More By \(playlist.curatorName)", more.map { .init(.playlists, $0.index) })
    default: return nil
    }
  }

  private func recordLabelView(
    _ label: NamedGroup,
    _ name: String
  ) -> (title: String, members: [ResourceReference])? {
    switch name {
    case "latest-releases":
      let newest = label.albums.sorted {
        (catalog.albums[$0].releaseDate ?? "", $0) > (catalog.albums[$1].releaseDate ?? "", $1)
      }
      return ("Latest Releases", newest.map { .init(.albums, $0) })
    case "top-releases":
      return ("Top Releases", ranked(label.albums.map { .init(.albums, $0) }))
    default: return nil
    }
  }
}
