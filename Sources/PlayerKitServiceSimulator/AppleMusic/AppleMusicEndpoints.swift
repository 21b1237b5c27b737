extension AppleMusicService {
  /// All endpoints.
  static let endpoints = (general + catalog + library + personal).map(Endpoint.init)

  private static let general = [
    "GET /v1/test", "GET /v1/storefronts", "GET /v1/storefronts?ids", "GET /v1/storefronts/{id}",
    "GET /v1/language/{storefront}/tag",
  ]

  private static let catalog: [String] = {
    let root = "GET /v1/catalog/{storefront}"
    let kinds = ResourceKind.allCases.flatMap { kind in
      let list = "\(root)/\(kind.rawValue)"
      return ["\(list)?ids", "\(list)/{id}"]
        + kind.relationships.map { "\(list)/{id}/\($0.name)" }
        + kind.views.map { "\(list)/{id}/view/\($0.name)" }
    }
    let filters = [
      "songs?filter[isrc]", "songs?filter[equivalents]", "music-videos?filter[isrc]",
      "music-videos?filter[equivalents]", "albums?filter[upc]", "albums?filter[equivalents]",
      "playlists?filter[storefront-chart]", "stations?filter[featured]",
      "stations?filter[identity]", "genres", "station-genres", "search", "search/hints",
      "search/suggestions", "charts",
    ]
    return ["\(root)?ids[]"] + kinds + filters.map { "\(root)/\($0)" }
  }()

  private static let library: [String] = {
    let root = "/v1/me/library"
    let kinds = LibraryKind.allCases.flatMap { kind in
      let list = "GET \(root)/\(kind.rawValue)"
      return [list, "\(list)?ids", "\(list)/{id}"]
        + kind.relationships.map { "\(list)/{id}/\($0.name)" }
    }
    let others = [
      "GET \(root)?ids[]", "GET \(root)/search", "GET \(root)/recently-added",
      "GET \(root)/playlist-folders?filter[identity]", "POST \(root)?ids[]",
      "POST \(root)/playlists", "POST \(root)/playlists/{id}/tracks",
      "POST \(root)/playlist-folders",
    ]
    return kinds + others
  }()

  private static let personal = [
    "GET /v1/me/storefront", "GET /v1/me/recommendations", "GET /v1/me/recommendations?ids",
    "GET /v1/me/recommendations/{id}", "GET /v1/me/recommendations/{id}/contents",
    "GET /v1/me/history/heavy-rotation", "GET /v1/me/recent/played",
    "GET /v1/me/recent/played/tracks", "GET /v1/me/recent/radio-stations",
    "GET /v1/me/music-summaries?filter[year]", "GET /v1/me/ratings/{type}?ids",
    "GET /v1/me/ratings/{type}/{id}", "PUT /v1/me/ratings/{type}/{id}",
    "DELETE /v1/me/ratings/{type}/{id}", "POST /v1/me/favorites?ids[]",
  ]
}
