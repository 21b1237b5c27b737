/// The kinds of resources in the catalog, by their name on the wire.
enum ResourceKind: String, CaseIterable, Sendable {
  case songs, albums, artists, playlists, stations, genres, curators, activities
  case musicVideos = "music-videos"
  case stationGenres = "station-genres"
  case appleCurators = "apple-curators"
  case recordLabels = "record-labels"

  /// How many ids one request may ask for.
  var maximumIDs: Int {
    switch self {
    case .songs: 300
    case .albums, .musicVideos: 100
    case .artists, .playlists, .stations, .stationGenres, .genres, .curators, .appleCurators,
      .activities, .recordLabels:
      25
    }
  }

  /// What search finds.
  static let searchable: [ResourceKind] = [
    .activities, .albums, .appleCurators, .artists, .curators, .musicVideos, .playlists,
    .recordLabels, .songs, .stations,
  ]

  /// What has charts.
  static let charted: [ResourceKind] = [.songs, .albums, .playlists, .musicVideos]

  var relationships: [RelationshipRule] {
    switch self {
    case .songs:
      [.identifiers("albums"), .identifiers("artists")]
        + ["composers", "genres", "library", "music-videos", "station"].map { .onDemand($0) }
    case .albums:
      [
        .identifiers("artists"),
        RelationshipRule(name: "tracks", standard: 300, maximum: 300, inlined: .resources),
      ] + ["genres", "library", "record-labels"].map { .onDemand($0) }
    case .artists:
      [
        RelationshipRule(name: "albums", standard: 25, maximum: 100, inlined: .identifiers),
        RelationshipRule(name: "music-videos", standard: 25, maximum: 100, inlined: .onDemand),
      ] + ["genres", "playlists", "station"].map { .onDemand($0) }
    case .musicVideos:
      [.identifiers("albums"), .identifiers("artists")]
        + ["genres", "library", "songs"].map { .onDemand($0) }
    case .playlists:
      [
        .identifiers("curator"), .onDemand("library"),
        RelationshipRule(name: "tracks", standard: 100, maximum: 300, inlined: .resources),
      ]
    case .stations: [.onDemand("radio-show")]
    case .stationGenres: [.onDemand("stations")]
    case .genres, .recordLabels: []
    case .curators, .activities: [.identifiers("playlists")]
    case .appleCurators: [.identifiers("playlists"), .onDemand("grouping")]
    }
  }

  var views: [String] {
    switch self {
    case .artists: ArtistView.allCases.map(\.rawValue)
    case .albums: ["appears-on", "other-versions", "related-albums", "related-videos"]
    case .musicVideos: ["more-by-artist", "more-in-genre"]
    case .playlists: ["featured-artists", "more-by-curator"]
    case .recordLabels: ["latest-releases", "top-releases"]
    case .songs, .stations, .stationGenres, .genres, .curators, .appleCurators, .activities: []
    }
  }
}

/// A relationship: how much of it a page holds, and what stands in the resource unasked.
struct RelationshipRule: Sendable {
  enum Inlined: Sendable {
    case resources, identifiers, onDemand
  }

  let name: String
  let standard: Int
  let maximum: Int
  let inlined: Inlined

  static func identifiers(_ name: String) -> RelationshipRule {
    RelationshipRule(name: name, standard: 10, maximum: 10, inlined: .identifiers)
  }

  static func onDemand(_ name: String) -> RelationshipRule {
    RelationshipRule(name: name, standard: 10, maximum: 10, inlined: .onDemand)
  }
}

/// The views of an artist.
enum ArtistView: String, CaseIterable, Sendable {
  case appearsOnAlbums = "appears-on-albums"
  case compilationAlbums = "compilation-albums"
  case featuredAlbums = "featured-albums"
  case featuredMusicVideos = "featured-music-videos"
  case featuredPlaylists = "featured-playlists"
  case fullAlbums = "full-albums"
  case latestRelease = "latest-release"
  case liveAlbums = "live-albums"
  case similarArtists = "similar-artists"
  case singles
  case topMusicVideos = "top-music-videos"
  case topSongs = "top-songs"
}
