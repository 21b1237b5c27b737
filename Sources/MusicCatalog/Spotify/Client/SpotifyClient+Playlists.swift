extension SpotifyClient {
  /// A playlist, with the first page of its items where the app may see them: of apps in development
  /// mode, only those of the user's own playlists.
  public func playlist(_ id: String) async throws -> Spotify.Playlist {
    try SpotifyChecks.identity(id)
    return try await requester.value(
      of: .init(
        .get,
        "playlists",
        id,
        query: ["market": country(), "additional_types": "track,episode"]
      )
    )
  }

  /// The items of a playlist: tracks, episodes and local files, and places of which nothing is left.
  ///
  /// - Parameters:
  ///   - limit: members of a page, up to 100; `nil`: the service's choice.
  ///   - offset: where to begin.
  /// - Throws: ``CatalogError/Code/forbidden`` where the playlist is somebody else's, and the app may
  ///   not see those.
  public func playlistItems(
    _ id: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.PlaylistItem> {
    try SpotifyChecks.identity(id)
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.many)
    try SpotifyChecks.offset(offset)
    let country = try country()
    return try await gate.either(.playlistItems) { [requester] in
      try await requester.value(of: Self.items(id, "items", limit, offset, country))
    } else: { [requester] in
      try await requester.value(of: Self.items(id, "tracks", limit, offset, country))
    }
  }

  /// The playlists of another user that are on their profile. Needs
  /// ``Spotify/Capability/otherUsersPlaylists``. A page has up to 50.
  public func playlists(
    ofUser user: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Playlist> {
    try SpotifyChecks.user(user)
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    try SpotifyChecks.offset(offset)
    return try await gate.ask(
      .otherUsersPlaylists,
      confirm: { [self] in try await confirm(user: user) },
      { [requester] in
        try await requester.value(
          of: .init(
            .get,
            "users",
            user,
            "playlists",
            query: ["limit": limit.text, "offset": offset.text]
          )
        )
      }
    )
  }

  /// Makes a playlist of the user's own. Needs a user's token. Called twice, it makes two.
  ///
  /// - Parameters:
  ///   - name: what it is called; not empty.
  ///   - text: what it is about.
  ///   - isPublic: whether it is shown on the profile; `nil`: the service's choice, which is yes.
  ///   - isCollaborative: whether others may change it; then it cannot be public.
  public func createPlaylist(
    named name: String,
    about text: String? = nil,
    isPublic: Bool? = nil,
    isCollaborative: Bool? = nil
  ) async throws -> Spotify.Playlist {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw SpotifyChecks.invalid("A playlist needs a name.")
    }
    var members: [String: JSONValue] = ["name": .string(name)]
    members["description"] = text.map(JSONValue.string)
    members["public"] = isPublic.map(JSONValue.bool)
    members["collaborative"] = isCollaborative.map(JSONValue.bool)
    let body = JSONValue.object(members)
    return try await gate.either(.ownPlaylistCreation) { [requester] in
      try await requester.value(of: .init(.post, "me", "playlists", body: body))
    } else: { [self] in
      guard let user = try await me().id else {
        throw CatalogError(.malformedReply, "The profile has no identity.", service: .spotify)
      }
      return try await requester.value(of: .init(.post, "users", user, "playlists", body: body))
    }
  }

  /// Adds items to a playlist of the user's own. Needs a user's token. What is there already is
  /// added again.
  ///
  /// More than 100 are sent in several requests, in order: where one fails, those before it have
  /// taken effect.
  ///
  /// - Parameters:
  ///   - uris: addresses such as `spotify:track:…`, at least one.
  ///   - position: before which of the items there, from 0; `nil`: at the end.
  /// - Returns: the state of the items after the last request.
  @discardableResult
  public func addItems(
    _ uris: [String],
    toPlaylist id: String,
    at position: Int? = nil
  ) async throws -> Spotify.Snapshot {
    try SpotifyChecks.identity(id)
    for uri in uris { try SpotifyChecks.uri(uri) }
    try SpotifyChecks.offset(position)
    var snapshot: Spotify.Snapshot?
    for start in stride(from: 0, to: uris.count, by: SpotifyLimits.many) {
      let part = uris[start..<min(start + SpotifyLimits.many, uris.count)]
      var members: [String: JSONValue] = ["uris": .array(part.map(JSONValue.string))]
      let (place, overflows) = (position ?? 0).addingReportingOverflow(start)
      guard !overflows else { throw SpotifyChecks.invalid("No playlist is that long.") }
      if position != nil { members["position"] = .int(place) }
      let body = JSONValue.object(members)
      snapshot = try await gate.either(.playlistItems) { [requester] in
        try await requester.value(of: .init(.post, "playlists", id, "items", body: body))
      } else: { [requester] in
        try await requester.value(of: .init(.post, "playlists", id, "tracks", body: body))
      }
    }
    guard let snapshot else { throw SpotifyChecks.invalid("There is nothing to add.") }
    return snapshot
  }

  /// The profiles of others were removed together with their playlists.
  private func confirm(user: String) async throws {
    do {
      try await requester.reply(to: .init(.get, "users", user))
    } catch let error as CatalogError where error.code == .forbidden && error.mayMeanRemoved {
      try await checkThatAnythingIsServed()
    }
  }

  private static func items(
    _ id: String,
    _ path: String,
    _ limit: Int?,
    _ offset: Int?,
    _ market: String?
  ) -> SpotifyRequest {
    SpotifyRequest(
      .get,
      "playlists",
      id,
      path,
      query: [
        "market": market, "limit": limit.text, "offset": offset.text,
        "additional_types": "track,episode",
      ]
    )
  }
}
