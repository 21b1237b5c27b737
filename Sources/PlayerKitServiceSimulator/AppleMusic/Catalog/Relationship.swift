/// A relationship: its page sizes, what a resource contains of it by default, and its members.
struct Relationship: Sendable {
  enum Inlined: Sendable {
    case resources, identifiers, onDemand
  }

  typealias Members = @Sendable (InventedCatalog, Int) -> [ResourceReference]

  let name: String
  let inlined: Inlined
  let standard: Int
  let maximum: Int
  let members: Members

  init(
    _ name: String,
    _ inlined: Inlined = .onDemand,
    page: (standard: Int, maximum: Int) = (10, 10),
    members: @escaping Members
  ) {
    self.name = name
    self.inlined = inlined
    (standard, maximum) = page
    self.members = members
  }

  /// The counterpart in the user's library. The caller fills it in, because only it knows the
  /// library.
  fileprivate static let library = Relationship("library") { _, _ in [] }

  /// The genre, and its ancestors up to the root.
  fileprivate static func genres(_ kind: ResourceKind) -> Relationship {
    Relationship("genres") { catalog, index in
      let genre = catalog.facts(ResourceReference(kind, index)).genre
      let above = sequence(first: genre) { Genre.all[$0].parent.flatMap { Genre.indices[$0] } }
      return ResourceKind.genres.at(above)
    }
  }

  fileprivate static func stations(
    _ name: String,
    _ fits: @escaping @Sendable (Station, Int) -> Bool
  ) -> Relationship {
    Relationship(name) { catalog, index in
      ResourceKind.stations.at(catalog.stations.filter { fits($0, index) }.map(\.index))
    }
  }
}

/// A view of a resource.
struct ResourceView: Sendable {
  let name: String
  let title: @Sendable (InventedCatalog, Int) -> String
  let members: @Sendable (StorefrontCatalog, Int) -> [ResourceReference]
}

extension ResourceView {
  fileprivate init(
    _ name: String,
    _ title: String,
    members: @escaping @Sendable (StorefrontCatalog, Int) -> [ResourceReference]
  ) {
    self.init(name: name, title: { _, _ in title }, members: members)
  }
}

extension ResourceKind {
  /// The maximum number of ids in one request.
  var maximumIDs: Int {
    switch self {
    case .songs: 300
    case .albums, .musicVideos: 100
    default: 25
    }
  }

  /// The kinds that a search finds.
  static let searchable: [ResourceKind] = [
    .activities, .albums, .appleCurators, .artists, .curators, .musicVideos, .playlists,
    .recordLabels, .songs, .stations,
  ]

  var relationships: [Relationship] { Self.allRelationships[self] ?? [] }
  var views: [ResourceView] { Self.allViews[self] ?? [] }

  private static let allRelationships: [ResourceKind: [Relationship]] = [
    .songs: ofSongs, .albums: ofAlbums, .artists: ofArtists, .musicVideos: ofMusicVideos,
    .playlists: ofPlaylists,
    .stations: [
      Relationship("radio-show") { appleCurators.at($0.stations[$1].isLive ? [5] : []) }
    ],
    .stationGenres: [.stations("stations") { $0.genre == $1 }],
    .curators: [ofGroups(.curators)], .activities: [ofGroups(.activities)],
    .appleCurators: [ofGroups(.appleCurators), Relationship("grouping") { _, _ in [] }],
  ]

  private static func ofGroups(_ kind: ResourceKind) -> Relationship {
    Relationship("playlists", .identifiers) { playlists.at($0.groups(kind)[$1].playlists) }
  }

  private static let ofSongs: [Relationship] = [
    Relationship("albums", .identifiers) { albums.at([$0.songs[$1].album]) },
    Relationship("artists", .identifiers) { catalog, index in
      let recording = catalog.recording(of: index)
      return artists.at([recording.artist] + recording.featured)
    },
    Relationship("composers") { catalog, index in
      let recording = catalog.recording(of: index)
      return artists.at(recording.composer == nil ? [] : [recording.artist])
    },
    .genres(.songs), .library,
    Relationship("music-videos") { catalog, index in
      musicVideos.at(catalog.musicVideos.filter { $0.song == index }.map(\.index))
    },
    .stations("station") { $0.song == $1 },
  ]

  private static let ofAlbums: [Relationship] = [
    Relationship("artists", .identifiers) { artists.at([$0.albums[$1].artist]) },
    Relationship("tracks", .resources, page: (300, 300)) {
      $0.albums[$1].tracks.map { ResourceReference($0) }
    },
    .genres(.albums), .library,
    Relationship("record-labels") { recordLabels.at([$0.albums[$1].label]) },
  ]

  private static let ofArtists: [Relationship] = [
    Relationship("albums", .identifiers, page: (25, 100)) { albums.at($0.artists[$1].albums) },
    Relationship("music-videos", page: (25, 100)) { musicVideos.at($0.artists[$1].musicVideos) },
    .genres(.artists), Relationship("playlists") { $0.playlists(of: $1) },
    .stations("station") { $0.artist == $1 },
  ]

  private static let ofMusicVideos: [Relationship] = [
    Relationship("albums", .identifiers) { albums.at($0.musicVideos[$1].album.map { [$0] } ?? []) },
    Relationship("artists", .identifiers) { artists.at([$0.musicVideos[$1].artist]) },
    .genres(.musicVideos), .library,
    Relationship("songs") { songs.at($0.musicVideos[$1].song.map { [$0] } ?? []) },
  ]

  private static let ofPlaylists: [Relationship] = [
    Relationship("curator", .identifiers) { catalog, index in
      switch catalog.playlists[index].curator {
      case .apple(let index): appleCurators.at([index])
      case .other(let index): curators.at([index])
      case .nobody: []
      }
    },
    .library,
    Relationship("tracks", .resources, page: (100, 300)) {
      $0.playlists[$1].tracks.map { ResourceReference($0) }
    },
  ]

  private static let allViews: [ResourceKind: [ResourceView]] = [
    .artists: viewsOfArtists, .albums: viewsOfAlbums,
    .musicVideos: [
      ResourceView(
        name: "more-by-artist",
        title: { "More By \($0.artists[$0.musicVideos[$1].artist].name.text)" },
        members: { store, index in others(store, index) { $0.artist == $1.artist } }
      ),
      ResourceView(
        name: "more-in-genre",
        title: { "More in \(Genre.all[$0.musicVideos[$1].genre].name)" },
        members: { store, index in others(store, index) { $0.genre == $1.genre } }
      ),
    ],
    .playlists: [
      ResourceView("featured-artists", "Featured Artists") { store, index in
        let members = store.catalog.playlists[index].tracks.map { store.catalog.artist(of: $0) }
        return artists.at(Set(members).sorted())
      },
      ResourceView(
        name: "more-by-curator",
        title: { "More By \($0.playlists[$1].curatorName)" },
        members: { store, index in
          let curator = store.catalog.playlists[index].curator
          let more = store.catalog.playlists.filter { $0.curator == curator && $0.index != index }
          return playlists.at(more.map(\.index))
        }
      ),
    ],
    .recordLabels: [
      ResourceView("latest-releases", "Latest Releases") { store, index in
        let dates = store.catalog.albums.map { $0.releaseDate ?? "" }
        let newest = store.catalog.recordLabels[index].albums.sorted {
          (dates[$0], $0) > (dates[$1], $1)
        }
        return albums.at(newest)
      },
      ResourceView("top-releases", "Top Releases") {
        $0.ranked(albums.at($0.catalog.recordLabels[$1].albums))
      },
    ],
  ]

  private static func others(
    _ store: StorefrontCatalog,
    _ index: Int,
    _ fits: (MusicVideo, MusicVideo) -> Bool
  ) -> [ResourceReference] {
    let videos = store.catalog.musicVideos
    let found = videos.filter { $0.index != index && fits($0, videos[index]) }
    return musicVideos.at(found.map(\.index))
  }

  private static let viewsOfArtists: [ResourceView] = [
    ResourceView("appears-on-albums", "Appears On") { store, index in
      // Albums of other artists, with songs on which this artist is a guest.
      let guest = store.catalog.songs.filter {
        store.catalog.recordings[$0.recording].featured.contains(index)
      }
      return albums.at(Set(guest.map(\.album)).sorted())
    },
    ResourceView("compilation-albums", "Compilations") { store, index in
      let found = store.catalog.albums.filter { album in
        album.kind == .compilation
          && album.tracks.contains { store.catalog.artist(of: $0) == index }
      }
      return albums.at(found.map(\.index))
    },
    ResourceView("featured-albums", "Essential Albums") {
      Array($0.ranked($0.catalog.albums(of: $1, [.album])).prefix(3))
    },
    ResourceView("featured-music-videos", "Featured Videos") {
      $0.ranked(musicVideos.at($0.catalog.artists[$1].musicVideos))
    },
    ResourceView("featured-playlists", "Playlists") { $0.catalog.playlists(of: $1) },
    ResourceView("full-albums", "Albums") { $0.catalog.albums(of: $1, [.album]) },
    ResourceView("latest-release", "Latest Release") {
      Array(albums.at($0.catalog.artists[$1].albums).filter($0.isSold).prefix(1))
    },
    ResourceView("live-albums", "Live Albums") { $0.catalog.albums(of: $1, [.live]) },
    ResourceView("similar-artists", "Similar Artists") {
      artists.at($0.catalog.artists[$1].similar)
    },
    ResourceView("singles", "Singles & EPs") {
      $0.catalog.albums(of: $1, [.single, .extendedPlay])
    },
    ResourceView("top-music-videos", "Music Videos") {
      $0.ranked(musicVideos.at($0.catalog.artists[$1].musicVideos))
    },
    ResourceView("top-songs", "Top Songs") { store, index in
      let all = store.catalog.songs.filter { store.catalog.artist(of: .song($0.index)) == index }
      return store.ranked(songs.at(all.map(\.index)))
    },
  ]

  private static let viewsOfAlbums: [ResourceView] = [
    ResourceView("appears-on", "Appears On") { store, index in
      let tracks = Set(store.catalog.albums[index].tracks)
      let found = store.catalog.playlists.filter { !tracks.isDisjoint(with: $0.tracks) }
      return playlists.at(found.map(\.index))
    },
    ResourceView("other-versions", "Other Versions") {
      albums.at($0.catalog.albums[$1].twin.map { [$0] } ?? [])
    },
    ResourceView("related-albums", "You Might Also Like") { store, index in
      let artist = store.catalog.artists[store.catalog.albums[index].artist]
      return artist.similar.prefix(8).flatMap {
        albums.at(store.catalog.artists[$0].albums.prefix(1))
      }
    },
    ResourceView("related-videos", "Related Videos") {
      musicVideos.at($0.catalog.artists[$0.catalog.albums[$1].artist].musicVideos)
    },
  ]
}

extension InventedCatalog {
  func artist(of track: TrackReference) -> Int {
    switch track {
    case .song(let index): recording(of: index).artist
    case .musicVideo(let index): musicVideos[index].artist
    }
  }

  fileprivate func playlists(of artist: Int) -> [ResourceReference] {
    let found = playlists.filter { playlist in
      playlist.tracks.contains { self.artist(of: $0) == artist }
    }
    return ResourceKind.playlists.at(found.map(\.index))
  }

  fileprivate func albums(of artist: Int, _ kinds: Set<Album.Kind>) -> [ResourceReference] {
    ResourceKind.albums.at(artists[artist].albums.filter { kinds.contains(albums[$0].kind) })
  }
}
