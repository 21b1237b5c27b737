import PlayerKitServices

extension SpotifyClient {
  /// Returns a track.
  ///
  /// With a market, the service may return another track instead; see ``Spotify/Track/askedID``. A
  /// track without any playable market is also returned; see ``Spotify/Track/availability(in:)``.
  public func track(_ id: String) async throws -> Spotify.Track { try await thing("tracks", id) }

  /// Returns an album, with the first page of its tracks.
  public func album(_ id: String) async throws -> Spotify.Album { try await thing("albums", id) }

  /// Returns an artist.
  public func artist(_ id: String) async throws -> Spotify.Artist {
    try await value(["artists", SpotifyChecks.identity(id)])
  }

  /// Returns tracks by their ids.
  ///
  /// Sends one request for every 50 ids if the app supports it (``Spotify/Capability/trackBatch``),
  /// otherwise one for each track, a few at a time. The same applies to ``albums(_:)`` (20) and
  /// ``artists(_:)`` (50).
  public func tracks(_ ids: [String]) async throws -> Spotify.Lookup<Spotify.Track> {
    try await many("tracks", ids, .trackBatch, chunk: 50, single: track) { $0.tracks }
  }

  /// Returns albums by their ids.
  public func albums(_ ids: [String]) async throws -> Spotify.Lookup<Spotify.Album> {
    try await many("albums", ids, .albumBatch, chunk: 20, single: album) { $0.albums }
  }

  /// Returns artists by their ids.
  public func artists(_ ids: [String]) async throws -> Spotify.Lookup<Spotify.Artist> {
    try await many("artists", ids, .artistBatch, chunk: 50, single: artist) { $0.artists }
  }

  /// Returns the tracks of an album.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - limit: The page size, up to 50. If `nil`, the service's default of 20.
  ///   - offset: The index of the first member.
  public func tracks(
    ofAlbum id: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Track> {
    let path = ["albums", try SpotifyChecks.identity(id), "tracks"]
    return try await page(path, [("market", country())], limit: limit, offset: offset)
  }

  /// Returns the albums of an artist.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - groups: The groups to return. Empty means all.
  ///   - limit: The page size, up to 50. If `nil`, the service's default. Apps in development mode
  ///     get at most 10; see ``Spotify/Capability/largeArtistAlbumPages``.
  ///   - offset: The index of the first member.
  public func albums(
    ofArtist id: String,
    groups: [Spotify.AlbumType] = [],
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Album> {
    let path = ["artists", try SpotifyChecks.identity(id), "albums"]
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    let parameters: SpotifyParameters = [
      ("include_groups", groups.map(\.rawValue).parameter), ("market", try country()),
    ]
    return try await gate.page(.largeArtistAlbumPages, limit: limit) { limit in
      try await page(path, parameters, limit: limit, offset: offset)
    }
  }

  /// Returns an artist's top tracks, about 10. Needs ``Spotify/Capability/topTracks``.
  public func topTracks(ofArtist id: String) async throws -> LossyArray<Spotify.Track> {
    let path = ["artists", try SpotifyChecks.identity(id), "top-tracks"]
    let country = try country()
    return try await gate.ask(.topTracks, confirm: { _ = try await artist(id) }) {
      try await list(path, [("market", country)]) { $0.tracks }
    }
  }

  /// Returns similar artists, about 20. Needs ``Spotify/Capability/relatedArtists``.
  public func relatedArtists(to id: String) async throws -> LossyArray<Spotify.Artist> {
    let path = ["artists", try SpotifyChecks.identity(id), "related-artists"]
    return try await gate.ask(.relatedArtists, confirm: { _ = try await artist(id) }) {
      try await list(path) { $0.artists }
    }
  }
}

extension SpotifyClient {
  /// Returns a podcast, with the first page of its episodes. With an app's own token, a market is
  /// required.
  public func show(_ id: String) async throws -> Spotify.Show { try await thing("shows", id) }

  /// Returns an episode of a podcast.
  public func episode(_ id: String) async throws -> Spotify.Episode {
    try await thing("episodes", id)
  }

  /// Returns the episodes of a podcast, the newest first. A page has up to 50.
  public func episodes(
    ofShow id: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Episode> {
    let path = ["shows", try SpotifyChecks.identity(id), "episodes"]
    return try await page(path, [("market", country())], limit: limit, offset: offset)
  }
}

extension SpotifyClient {
  private func many<Element: Codable & Hashable & Sendable>(
    _ kind: String,
    _ ids: [String],
    _ capability: Spotify.Capability,
    chunk: Int,
    single: @escaping @Sendable (String) async throws -> Element,
    list: @escaping @Sendable (SpotifyLists) -> LossyArray<Element>?
  ) async throws -> Spotify.Lookup<Element> {
    for id in ids { try SpotifyChecks.identity(id) }
    let country = kind == "artists" ? nil : try country()
    var lookup = Spotify.Lookup<Element>(ids: ids)
    var singles: [String] = []
    for chunk in RequestChunks.of(ids, count: chunk) {
      // A single id needs no batch endpoint, which may be unavailable.
      guard chunk.count > 1, capabilities[capability] != .unavailable else {
        singles += chunk
        continue
      }
      do {
        let found = try await gate.ask(
          capability,
          confirm: { _ = try await Self.outcome { try await single(chunk[0]) } },
          {
            try await self.list([kind], [("ids", chunk.parameter), ("market", country)], list)
          }
        )
        lookup.add(found, to: chunk)
      } catch let error as CatalogError where error.code == .unavailable {
        singles += chunk
      }
    }
    let outcomes = try await mapInOrder(singles) { id in
      (id, try await Self.outcome { try await single(id) })
    }
    for (id, outcome) in outcomes { lookup.add(outcome, to: id) }
    return lookup
  }

  private static func outcome<Element>(
    _ work: @Sendable () async throws -> Element
  ) async throws -> Spotify.Lookup<Element>.Outcome {
    do {
      return .found(try await work())
    } catch let error as CatalogError where error.code == .notFound {
      return .missing
    } catch let error as CatalogError where error.code == .malformedReply {
      return .unreadable(error.message)
    }
  }
}

extension [String] {
  /// The strings as a parameter. `nil` if there are none.
  var parameter: String? { isEmpty ? nil : joined(separator: ",") }
}
