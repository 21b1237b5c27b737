import MusicCatalog

/// The bounds that the service keeps, by the names of its types. What is not documented is bounded
/// by what was seen to work.
enum RequestLimits {
  /// How many codes one `filter[isrc]` or `filter[upc]` holds.
  static let codes = 25
  /// How many members of one search group a page holds.
  static let search = 25
  /// How many members of one chart a page holds, and where its offsets end.
  static let chart = 200
  /// How many members a view is asked for; the service states no maximum.
  static let view = 25
  /// How many containers of the recent history a page holds.
  static let recentlyPlayed = 10
  /// How many tracks of the history a page holds.
  static let recentTracks = 30
  /// How many resources of the library a page holds.
  static let library = 100

  /// How many identities one request for resources of `type` holds.
  static func identities(_ type: String) -> Int {
    if type.hasPrefix("library-") { return 100 }
    return switch type {
    case "songs": 300
    case "albums", "music-videos": 100
    default: 25
    }
  }

  /// How many members a page of a relationship holds; `nil` where nothing is known.
  static func relationship(_ name: String, of type: String) -> Int? {
    switch (type, name) {
    case ("albums", "tracks"), ("library-albums", "tracks"), ("playlists", "tracks"): 300
    case ("library-playlists", "tracks"): 100
    case _ where type.hasPrefix("library-"): nil
    case ("artists", "albums"), ("artists", "music-videos"): 100
    case (_, "artists"), (_, "genres"), (_, "record-labels"), (_, "composers"): 10
    case ("artists", "playlists"), ("songs", "albums"), ("songs", "music-videos"): 10
    case ("curators", "playlists"), ("apple-curators", "playlists"): 10
    default: nil
    }
  }
}
