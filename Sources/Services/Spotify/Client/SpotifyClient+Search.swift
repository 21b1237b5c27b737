import PlayerKitServices

extension SpotifyClient {
  /// Searches the catalog.
  ///
  /// - Parameters:
  ///   - query: what for; a text, or fields too.
  ///   - types: kinds of things, at least one; each has a list of its own in the answer.
  ///   - limit: members of a page of each list, up to 50; `nil`: the service's choice. Apps in
  ///     development mode get 10 at most: see ``Spotify/Capability/largeSearchPages``; further pages
  ///     bring the rest.
  ///   - offset: where to begin; with the limit up to 1000.
  ///   - includesExternalAudio: whether what the service does not host itself counts as playable.
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

  /// The tracks of a recording, by its ISRC in any spelling: those whose code is this one, of one
  /// page.
  public func tracks(isrc: String) async throws -> [Spotify.Track] {
    guard let code = RecordingCode.normal(isrc) else {
      throw SpotifyChecks.invalid("The ISRC is not of the form CCXXXYYNNNNN.")
    }
    let results = try await search(Spotify.SearchQuery(isrc: code), for: [.track])
    return (results.tracks?.members ?? []).filter {
      RecordingCode.normal($0.externalIDs?.isrc) == code
    }
  }

  /// The releases of a UPC, of one page. What a search lists of albums lacks the code, so that the
  /// service is taken at its word.
  public func albums(upc: String) async throws -> [Spotify.Album] {
    try await search(Spotify.SearchQuery(upc: upc), for: [.album]).albums?.members ?? []
  }

  /// Tracks that fit what is given, in no order. Needs ``Spotify/Capability/recommendations``.
  ///
  /// - Parameters:
  ///   - artists: identities of artists; with tracks and genres 1 … 5 in all.
  ///   - tracks: identities of tracks.
  ///   - genres: names of the service.
  ///   - limit: up to 100; `nil`: the service's choice, 20.
  ///   - wishes: what the tracks should be like, by the service's names: `target_tempo`, `min_energy`.
  public func recommendations(
    artists: [String] = [],
    tracks: [String] = [],
    genres: [String] = [],
    limit: Int? = nil,
    wishes: [String: Double] = [:]
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
    let wished = wishes.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)" as String?) }
    return try await gate.ask(.recommendations, confirm: checkThatAnythingIsServed) {
      try await value(["recommendations"], parameters + wished)
    }
  }

  /// Asks for something that every app may have.
  func checkThatAnythingIsServed() async throws {
    try await send(["search"], [("q", "a"), ("type", "track"), ("limit", "1")])
  }
}
