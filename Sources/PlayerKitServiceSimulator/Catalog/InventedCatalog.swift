/// The invented catalog of all simulated services, generated from a seed. Recordings are shared by
/// all services. Songs, albums, and ids belong to the store that the Apple Music and iTunes APIs
/// share. The catalog never changes.
struct InventedCatalog: Sendable {
  let seed: UInt64
  var artists: [Artist] = []
  var recordings: [Recording] = []
  var songs: [Song] = []
  var albums: [Album] = []
  var musicVideos: [MusicVideo] = []
  var playlists: [Playlist] = []
  var stations: [Station] = []
  var recordLabels: [NamedGroup] = []
  var curators: [NamedGroup] = []
  var appleCurators: [NamedGroup] = []
  var activities: [NamedGroup] = []
  private(set) var playlistIndices: [String: Int] = [:]
  private(set) var stationIndices: [String: Int] = [:]
  /// The indices of each recording's songs, in the order of the recordings.
  private(set) var songsOfRecordings: [[Int]] = []
  private(set) var recordingsByISRC: [String: Int] = [:]
  private(set) var text = CatalogText()
  /// The random numbers of the current step.
  var numbers = SplitMix64(seed: 0)

  /// The catalog for the default seed. It is shared because making it takes a moment.
  static let standard = InventedCatalog()

  static func make(seed: UInt64?) -> InventedCatalog {
    guard let seed, seed != standard.seed else { return standard }
    return InventedCatalog(seed: seed)
  }

  init(seed: UInt64 = 1) {
    self.seed = seed
    build()
    playlistIndices = Self.indices(playlists.map { $0.id })
    stationIndices = Self.indices(stations.map { $0.id })
    songsOfRecordings = [[Int]](repeating: [], count: recordings.count)
    for song in songs { songsOfRecordings[song.recording].append(song.index) }
    for recording in recordings {
      if let isrc = recording.isrc { recordingsByISRC[isrc] = recording.index }
    }
    text = CatalogText(of: self)
  }

  private static func indices(_ ids: [String]) -> [String: Int] {
    Dictionary(
      ids.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func recording(of song: Int) -> Recording { recordings[songs[song].recording] }

  /// The songs of an artist's albums.
  func songs(onAlbumsOf artist: Int) -> [Int] {
    artists[artist].albums.flatMap { albums[$0].tracks.songs }
  }
}

// MARK: - Common properties

/// The values that searches and charts use.
struct Facts {
  var title: LocalizedName
  var artist: Int?
  var album: Int?
  var genre = 0
  var rating: ContentRating?
  var popularity = 0
}

extension Facts {
  init(_ work: some Work, album: Int?) {
    self.init(title: work.title, artist: work.artist, album: album)
    (genre, rating, popularity) = (work.genre, work.rating, work.popularity)
  }
}

extension InventedCatalog {
  func facts(_ reference: ResourceReference) -> Facts {
    let index = reference.index
    switch reference.kind {
    case .songs: return Facts(recording(of: index), album: songs[index].album)
    case .albums: return Facts(albums[index], album: index)
    case .musicVideos: return Facts(musicVideos[index], album: musicVideos[index].album)
    case .artists:
      let artist = artists[index]
      return Facts(
        title: artist.name,
        artist: index,
        genre: artist.genre,
        popularity: artist.popularity
      )
    case .playlists:
      let playlist = playlists[index]
      return Facts(
        title: LocalizedName(text: playlist.name),
        popularity: playlist.popularity
      )
    case .stations: return Facts(title: LocalizedName(text: stations[index].name))
    case .genres, .stationGenres: return Facts(title: LocalizedName(text: Genre.all[index].name))
    case .curators, .appleCurators, .activities, .recordLabels:
      return Facts(title: LocalizedName(text: groups(reference.kind)[index].name))
    }
  }

  /// The curators, activities or labels.
  func groups(_ kind: ResourceKind) -> [NamedGroup] {
    switch kind {
    case .curators: curators
    case .appleCurators: appleCurators
    case .activities: activities
    case .recordLabels: recordLabels
    default: []
    }
  }

  func count(_ kind: ResourceKind) -> Int {
    switch kind {
    case .songs: songs.count
    case .albums: albums.count
    case .artists: artists.count
    case .musicVideos: musicVideos.count
    case .playlists: playlists.count
    case .stations: stations.count
    case .genres, .stationGenres: Genre.all.count
    case .curators, .appleCurators, .activities, .recordLabels: groups(kind).count
    }
  }

  func all(_ kind: ResourceKind) -> [ResourceReference] { kind.at(0..<count(kind)) }

  func all(_ kind: ResourceKind, in storefront: Storefront) -> [ResourceReference] {
    all(kind).filter { isSold($0, in: storefront) }
  }

  func popularity(_ reference: ResourceReference) -> Int { facts(reference).popularity }

  /// One song of each recording, most popular first.
  func bestKnown(of songs: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return songs.map { (popularity: recording(of: $0).popularity, song: $0) }
      .sorted { ($0.popularity, $1.song) > ($1.popularity, $0.song) }
      .map(\.song).filter { seen.insert(self.songs[$0].recording).inserted }
  }
}

// MARK: - Availability and ids

extension InventedCatalog {
  func isSold(_ reference: ResourceReference, in storefront: Storefront) -> Bool {
    switch reference.kind {
    case .songs: isSold(song: reference.index, in: storefront)
    case .albums: isSold(album: reference.index, in: storefront)
    case .musicVideos: !musicVideos[reference.index].absent.holds(storefront)
    default: true
    }
  }

  func isSold(song index: Int, in storefront: Storefront) -> Bool {
    let song = songs[index]
    return !song.absent.holds(storefront) && isSold(album: song.album, in: storefront)
  }

  func isSold(album index: Int, in storefront: Storefront) -> Bool {
    !albums[index].absent.holds(storefront)
  }

  /// The id that a song has, or would have, in a storefront.
  func id(song index: Int, in storefront: Storefront) -> Int {
    IDSpace.songs.id(index, own: hasOwnID(songs[index].album, storefront) ? storefront : nil)
  }

  func id(album index: Int, in storefront: Storefront) -> Int {
    IDSpace.albums.id(index, own: hasOwnID(index, storefront) ? storefront : nil)
  }

  /// The song with this id, if the storefront sells it under this id, otherwise `nil`.
  func song(id: Int, in storefront: Storefront) -> Int? {
    guard let index = song(anywhere: id), isSold(song: index, in: storefront) else { return nil }
    return self.id(song: index, in: storefront) == id ? index : nil
  }

  func album(id: Int, in storefront: Storefront) -> Int? {
    guard let index = album(anywhere: id), isSold(album: index, in: storefront) else { return nil }
    return self.id(album: index, in: storefront) == id ? index : nil
  }

  func musicVideo(id: Int, in storefront: Storefront) -> Int? {
    common(.musicVideos, id, musicVideos.count).flatMap {
      isSold(ResourceReference(.musicVideos, $0), in: storefront) ? $0 : nil
    }
  }

  /// The song that has this id in any storefront.
  func song(anywhere id: Int) -> Int? {
    index(.songs, id, songs.count) { songs[$0].album }
  }

  func album(anywhere id: Int) -> Int? { index(.albums, id, albums.count) { $0 } }

  /// The index for an id of a kind whose ids are the same everywhere.
  func common(_ space: IDSpace, _ id: Int, _ count: Int) -> Int? {
    index(space, id, count) { _ in nil }
  }

  /// Returns an index. `album` returns the album whose storefronts may have their own ids.
  private func index(_ space: IDSpace, _ id: Int, _ count: Int, album: (Int) -> Int?) -> Int? {
    guard let found = space.index(of: id), found.index < count else { return nil }
    guard let own = found.own else { return found.index }
    return album(found.index).map { hasOwnID($0, own) } == true ? found.index : nil
  }

  private func hasOwnID(_ album: Int, _ storefront: Storefront) -> Bool {
    albums[album].ownIDs.holds(storefront)
  }
}
