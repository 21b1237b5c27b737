/// A catalog that nobody has recorded: everything that the simulated services have to offer, made from a
/// seed. Recordings are common to all services; songs, albums and ids are those of the store that the
/// Apple Music and iTunes APIs share. Immutable, so it may be read from anywhere.
struct InventedCatalog: Sendable {
  let seed: UInt64
  let recordings: [Recording]
  let artists: [Artist]
  let songs: [Song]
  let albums: [Album]
  let musicVideos: [MusicVideo]
  let playlists: [Playlist]
  let stations: [Station]
  let recordLabels: [NamedGroup]
  let curators: [NamedGroup]
  let appleCurators: [NamedGroup]
  let activities: [NamedGroup]
  let playlistIndices: [String: Int]
  let stationIndices: [String: Int]
  /// Songs of each recording, as indices, in the order of the recordings.
  let songsOfRecordings: [[Int]]
  let recordingsByISRC: [String: Int]
  let text: CatalogText

  init(seed: UInt64 = 1) {
    var builder = CatalogBuilder(seed: seed)
    builder.build()
    self.seed = seed
    recordings = builder.recordings
    artists = builder.artists
    songs = builder.songs
    albums = builder.albums
    musicVideos = builder.musicVideos
    playlists = builder.playlists
    stations = builder.stations
    recordLabels = builder.recordLabels
    curators = builder.curators
    appleCurators = builder.appleCurators
    activities = builder.activities
    playlistIndices = Self.indices(playlists.map(\.id))
    stationIndices = Self.indices(stations.map(\.id))
    var songsOfRecordings = [[Int]](repeating: [], count: recordings.count)
    for song in songs { songsOfRecordings[song.recording].append(song.index) }
    self.songsOfRecordings = songsOfRecordings
    var byISRC: [String: Int] = [:]
    for recording in recordings { if let isrc = recording.isrc { byISRC[isrc] = recording.index } }
    recordingsByISRC = byISRC
    text = CatalogText(of: builder)
  }

  private static func indices(_ ids: [String]) -> [String: Int] {
    Dictionary(
      ids.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
