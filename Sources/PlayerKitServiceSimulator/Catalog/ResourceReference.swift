/// The kinds of catalog resources, by their names in Apple's API.
enum ResourceKind: String, CaseIterable, Sendable {
  case songs, albums, artists, playlists, stations, genres, curators, activities
  case musicVideos = "music-videos"
  case stationGenres = "station-genres"
  case appleCurators = "apple-curators"
  case recordLabels = "record-labels"

  /// The id ranges of kinds with numeric ids, except genres.
  var space: IDSpace? {
    switch self {
    case .songs: .songs
    case .albums: .albums
    case .artists: .artists
    case .musicVideos: .musicVideos
    case .curators: .curators
    case .appleCurators: .appleCurators
    case .activities: .activities
    case .recordLabels: .recordLabels
    case .playlists, .stations, .genres, .stationGenres: nil
    }
  }

  func at(_ indices: some Sequence<Int>) -> [ResourceReference] {
    indices.map { ResourceReference(self, $0) }
  }
}

/// A catalog resource: its kind, and its index in the list of that kind.
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
