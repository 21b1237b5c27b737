import PlayerKitServices

extension SpotifyClient {
  /// Searches the catalog.
  ///
  /// - Parameters:
  ///   - query: The text and optional fields to search for.
  ///   - types: The kinds of items, at least one. Each has its own list in the reply.
  ///   - limit: The page size of each list, up to 50. If `nil`, the service's default. Apps in
  ///     development mode get at most 10; see ``Spotify/Capability/largeSearchPages``. Further
  ///     pages contain the rest.
  ///   - offset: The index of the first member. Offset and limit together are at most 1000.
  ///   - includesExternalAudio: Whether externally hosted audio counts as playable.
  public func search(
    _ query: Spotify.SearchQuery,
    for types: [Spotify.SearchType],
    limit: Int? = nil,
    offset: Int? = nil,
    includesExternalAudio: Bool = false
  ) async throws -> Spotify.SearchResults {
    let text = try query.checkedText()
    guard !types.isEmpty else { throw SpotifyChecks.invalid("A search needs a type.") }
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    try SpotifyChecks.offset(offset)
    guard (offset ?? 0) <= SpotifyLimits.searchDepth - (limit ?? 1) else {
      throw SpotifyChecks.invalid("A search goes \(SpotifyLimits.searchDepth) deep.")
    }
    var seen = Set<Spotify.SearchType>()
    let names = types.filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ",")
    let parameters: SpotifyParameters = [
      ("q", text), ("type", names), ("market", try country()),
    ]
    return try await gate.page(.largeSearchPages, limit: limit) { limit in
      let rest: SpotifyParameters = [
        ("limit", limit.text), ("offset", offset.text),
        ("include_external", includesExternalAudio ? "audio" : nil),
      ]
      return try await value(["search"], parameters + rest)
    }
  }

  /// Returns the tracks with an ISRC, in any spelling of it. At most one page.
  public func tracks(isrc: String) async throws -> [Spotify.Track] {
    guard let code = RecordingCode.normal(isrc) else {
      throw SpotifyChecks.invalid("The ISRC does not have the form CCXXXYYNNNNN.")
    }
    let results = try await search(Spotify.SearchQuery(isrc: code), for: [.track])
    return (results.tracks?.members ?? []).filter {
      RecordingCode.normal($0.externalIDs?.isrc) == code
    }
  }

  /// Returns the releases with a UPC, at most one page. Search results do not contain the code, so
  /// the result is not verified.
  public func albums(upc: String) async throws -> [Spotify.Album] {
    try await search(Spotify.SearchQuery(upc: upc), for: [.album]).albums?.members ?? []
  }

  /// Returns recommended tracks, in no particular order. Needs
  /// ``Spotify/Capability/recommendations``.
  ///
  /// - Parameters:
  ///   - artists: Ids of artists. Together with tracks and genres, 1 to 5 values.
  ///   - tracks: Ids of tracks.
  ///   - genres: Genre names of the service.
  ///   - limit: The number of tracks, up to 100. If `nil`, the service's default of 20.
  ///   - targets: Desired properties of the tracks, by the service's names: `target_tempo`,
  ///     `min_energy`.
  public func recommendations(
    artists: [String] = [],
    tracks: [String] = [],
    genres: [String] = [],
    limit: Int? = nil,
    targets: [String: Double] = [:]
  ) async throws -> Spotify.Recommendations {
    for id in artists + tracks { try SpotifyChecks.identity(id) }
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.many)
    guard (1...SpotifyLimits.seeds).contains(artists.count + tracks.count + genres.count) else {
      throw SpotifyChecks.invalid("Recommendations need 1 … \(SpotifyLimits.seeds) seeds.")
    }
    let parameters: SpotifyParameters = [
      ("seed_artists", artists.parameter), ("seed_tracks", tracks.parameter),
      ("seed_genres", genres.parameter), ("limit", limit.text), ("market", try country()),
    ]
    let wished = targets.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)" as String?) }
    return try await gate.ask(.recommendations, confirm: checkThatAnythingIsServed) {
      try await value(["recommendations"], parameters + wished)
    }
  }

  /// Sends a request that every app is allowed to make.
  func checkThatAnythingIsServed() async throws {
    try await send(["search"], [("q", "a"), ("type", "track"), ("limit", "1")])
  }
}
