extension SpotifyClient {
  /// A track.
  ///
  /// With a market, another track may be answered in its place: see ``Spotify/Track/askedID``. One
  /// that plays nowhere is answered as well: see ``Spotify/Track/availability(in:)``.
  public func track(_ id: String) async throws -> Spotify.Track {
    try SpotifyChecks.identity(id)
    return try await requester.value(of: .init(.get, "tracks", id, query: ["market": country()]))
  }

  /// An album, with the first page of its tracks.
  public func album(_ id: String) async throws -> Spotify.Album {
    try SpotifyChecks.identity(id)
    return try await requester.value(of: .init(.get, "albums", id, query: ["market": country()]))
  }

  /// An artist.
  public func artist(_ id: String) async throws -> Spotify.Artist {
    try SpotifyChecks.identity(id)
    return try await requester.value(of: .init(.get, "artists", id))
  }

  /// The tracks of an album.
  ///
  /// - Parameters:
  ///   - limit: members of a page, up to 50; `nil`: the service's choice, 20.
  ///   - offset: where to begin.
  public func albumTracks(
    _ id: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Track> {
    try SpotifyChecks.identity(id)
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    try SpotifyChecks.offset(offset)
    return try await requester.value(
      of: .init(
        .get,
        "albums",
        id,
        "tracks",
        query: ["market": country(), "limit": limit.text, "offset": offset.text]
      )
    )
  }

  /// The albums of an artist.
  ///
  /// - Parameters:
  ///   - groups: which ones; empty: all.
  ///   - limit: members of a page, up to 50; `nil`: the service's choice. Apps in development mode
  ///     get 10 at most: see ``Spotify/Capability/largeArtistAlbumPages``.
  ///   - offset: where to begin.
  public func artistAlbums(
    _ id: String,
    groups: [Spotify.AlbumType] = [],
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Album> {
    try SpotifyChecks.identity(id)
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    try SpotifyChecks.offset(offset)
    let country = try country()
    let names = groups.isEmpty ? nil : groups.map(\.rawValue).joined(separator: ",")
    return try await gate.page(.largeArtistAlbumPages, limit: limit) { [requester] limit in
      try await requester.value(
        of: .init(
          .get,
          "artists",
          id,
          "albums",
          query: [
            "include_groups": names, "market": country, "limit": limit.text, "offset": offset.text,
          ]
        )
      )
    }
  }

  /// An artist's top tracks, about 10. Needs ``Spotify/Capability/topTracks``.
  public func topTracks(ofArtist id: String) async throws -> TolerantList<Spotify.Track> {
    try SpotifyChecks.identity(id)
    let country = try country()
    let document: Spotify.TracksDocument = try await gate.ask(
      .topTracks,
      confirm: { [self] in _ = try await artist(id) },
      { [requester] in
        try await requester.value(
          of: .init(.get, "artists", id, "top-tracks", query: ["market": country])
        )
      }
    )
    return document.tracks ?? TolerantList()
  }

  /// The artists like an artist, about 20. Needs ``Spotify/Capability/relatedArtists``.
  public func relatedArtists(ofArtist id: String) async throws -> TolerantList<Spotify.Artist> {
    try SpotifyChecks.identity(id)
    let document: Spotify.ArtistsDocument = try await gate.ask(
      .relatedArtists,
      confirm: { [self] in _ = try await artist(id) },
      { [requester] in
        try await requester.value(of: .init(.get, "artists", id, "related-artists"))
      }
    )
    return document.artists ?? TolerantList()
  }
}

extension Int? {
  /// As a parameter.
  var text: String? { map(String.init) }
}
