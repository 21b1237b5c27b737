extension SpotifyClient {
  /// Tracks by their identities.
  ///
  /// One request for each 50, where the app may (``Spotify/Capability/trackBatch``); else one for
  /// each track, a few at a time. The same goes for ``albums(_:)`` (20) and ``artists(_:)`` (50).
  public func tracks(_ ids: [String]) async throws -> Spotify.Lookup<Spotify.Track> {
    let country = try country()
    return try await many(ids, .trackBatch, chunk: SpotifyLimits.tracks) { [requester] ids in
      let document: Spotify.TracksDocument = try await requester.value(
        of: .init(.get, "tracks", query: ["ids": ids.commaSeparated, "market": country])
      )
      return document.tracks
    } single: { [self] id in
      try await track(id)
    }
  }

  /// Albums by their identities.
  public func albums(_ ids: [String]) async throws -> Spotify.Lookup<Spotify.Album> {
    let country = try country()
    return try await many(ids, .albumBatch, chunk: SpotifyLimits.albums) { [requester] ids in
      let document: Spotify.AlbumsDocument = try await requester.value(
        of: .init(.get, "albums", query: ["ids": ids.commaSeparated, "market": country])
      )
      return document.albums
    } single: { [self] id in
      try await album(id)
    }
  }

  /// Artists by their identities.
  public func artists(_ ids: [String]) async throws -> Spotify.Lookup<Spotify.Artist> {
    try await many(ids, .artistBatch, chunk: SpotifyLimits.artists) { [requester] ids in
      let document: Spotify.ArtistsDocument = try await requester.value(
        of: .init(.get, "artists", query: ["ids": ids.commaSeparated])
      )
      return document.artists
    } single: { [self] id in
      try await artist(id)
    }
  }

  private func many<Element: Codable & Hashable & Sendable>(
    _ ids: [String],
    _ capability: Spotify.Capability,
    chunk: Int,
    batch: @escaping @Sendable ([String]) async throws -> TolerantList<Element>?,
    single: @escaping @Sendable (String) async throws -> Element
  ) async throws -> Spotify.Lookup<Element> {
    for id in ids { try SpotifyChecks.identity(id) }
    var lookup = Spotify.Lookup<Element>(ids: ids)
    var singles: [String] = []
    for chunk in RequestChunks.of(ids, count: chunk) {
      // One alone needs no end point that might not be there.
      guard chunk.count > 1, capabilities[capability] != .unavailable else {
        singles += chunk
        continue
      }
      do {
        let list = try await gate.ask(
          capability,
          confirm: { _ = try await Self.outcome { try await single(chunk[0]) } },
          { try await batch(chunk) }
        )
        lookup.add(list, to: chunk)
      } catch let error as CatalogError where error.code == .unavailable {
        singles += chunk
      }
    }
    let outcomes = try await mapInOrder(singles, atOnce: SpotifyLimits.atOnce) { id in
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
  fileprivate var commaSeparated: String { joined(separator: ",") }
}
