import HTTPTypes
import PlayerKitServices

extension SpotifyClient {
  /// A playlist, with the first page of its items where the app may see them: of apps in development
  /// mode, only those of the user's own playlists.
  public func playlist(_ id: String) async throws -> Spotify.Playlist {
    try await value(["playlists", SpotifyChecks.identity(id)], itemParameters())
  }

  /// The items of a playlist: tracks, episodes and local files, and places of which nothing is left.
  ///
  /// - Parameters:
  ///   - limit: members of a page, up to 100; `nil`: the service's choice. A page has 50 at most
  ///     where the app has ``Spotify/Capability/playlistItems``; the next pages bring the rest.
  ///   - offset: where to begin.
  /// - Throws: ``CatalogError/Code/forbidden`` where the playlist is somebody else's, and the app may
  ///   not see those.
  public func items(
    ofPlaylist id: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.PlaylistItem> {
    try SpotifyChecks.identity(id)
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.many)
    let parameters = try itemParameters()
    return try await byItemPath { items in
      try await page(
        ["playlists", id, items],
        parameters,
        limit: items == "items" ? limit.map { min($0, SpotifyLimits.page) } : limit,
        offset: offset,
        atMost: SpotifyLimits.many
      )
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
    return try await gate.ask(.otherUsersPlaylists, confirm: { try await confirm(user: user) }) {
      try await page(["users", user, "playlists"], limit: limit, offset: offset)
    }
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
    let body = JSONValue.object(Self.details(name, text, isPublic, isCollaborative))
    return try await gate.either(.ownPlaylistCreation) {
      try await value(["me", "playlists"], by: .post, body: body)
    } else: {
      guard let user = try await me().id else {
        throw CatalogError.spotify(.malformedReply, "The profile has no identity.")
      }
      return try await value(["users", user, "playlists"], by: .post, body: body)
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
    try SpotifyChecks.uris(uris)
    try SpotifyChecks.offset(position)
    var snapshot: Spotify.Snapshot?
    for start in stride(from: 0, to: uris.count, by: SpotifyLimits.many) {
      let part = uris[start..<min(start + SpotifyLimits.many, uris.count)]
      var members: [String: JSONValue] = ["uris": .array(part.map(JSONValue.string))]
      let (place, overflows) = (position ?? 0).addingReportingOverflow(start)
      guard !overflows else { throw SpotifyChecks.invalid("No playlist is that long.") }
      if position != nil { members["position"] = .int(place) }
      snapshot = try await changeItems(.post, ofPlaylist: id, .object(members))
    }
    guard let snapshot else { throw SpotifyChecks.invalid("There is nothing to add.") }
    return snapshot
  }

  /// Puts items in place of all that a playlist of the user's own has. Needs a user's token.
  ///
  /// More than 100 are sent in several requests: where one fails, the playlist holds those of the
  /// requests before it.
  ///
  /// - Parameter uris: addresses such as `spotify:track:…`; none empties the playlist.
  /// - Returns: the state of the items after the last request.
  @discardableResult
  public func replaceItems(
    _ uris: [String],
    ofPlaylist id: String
  ) async throws -> Spotify.Snapshot {
    try SpotifyChecks.identity(id)
    try SpotifyChecks.uris(uris)
    let body: JSONValue = ["uris": .array(uris.prefix(SpotifyLimits.many).map(JSONValue.string))]
    let snapshot = try await changeItems(.put, ofPlaylist: id, body)
    let rest = Array(uris.dropFirst(SpotifyLimits.many))
    return rest.isEmpty ? snapshot : try await addItems(rest, toPlaylist: id)
  }

  /// Moves items within a playlist of the user's own. Needs a user's token.
  ///
  /// - Parameters:
  ///   - range: which ones, by their places from 0; not empty.
  ///   - place: before which place they go, counted before the move.
  ///   - snapshot: the state that the places are counted in; `nil`: the present one.
  @discardableResult
  public func moveItems(
    _ range: Range<Int>,
    to place: Int,
    inPlaylist id: String,
    of snapshot: Spotify.Snapshot? = nil
  ) async throws -> Spotify.Snapshot {
    try SpotifyChecks.identity(id)
    for offset in [range.lowerBound, place] { try SpotifyChecks.offset(offset) }
    guard !range.isEmpty else { throw SpotifyChecks.invalid("There is nothing to move.") }
    var members: [String: JSONValue] = [
      "range_start": .int(range.lowerBound), "range_length": .int(range.count),
      "insert_before": .int(place),
    ]
    members["snapshot_id"] = snapshot?.id.map(JSONValue.string)
    return try await changeItems(.put, ofPlaylist: id, .object(members))
  }

  /// Takes items out of a playlist of the user's own, wherever they stand in it. Needs a user's
  /// token. What is not there stays away.
  ///
  /// More than 100 are sent in several requests: where one fails, those before it have taken effect.
  ///
  /// - Parameter uris: addresses such as `spotify:track:…`, at least one.
  @discardableResult
  public func removeItems(
    _ uris: [String],
    fromPlaylist id: String
  ) async throws -> Spotify.Snapshot {
    try SpotifyChecks.identity(id)
    try SpotifyChecks.uris(uris)
    var snapshot: Spotify.Snapshot?
    for chunk in RequestChunks.of(uris, count: SpotifyLimits.many) {
      let items = JSONValue.array(chunk.map { .object(["uri": .string($0)]) })
      snapshot = try await byItemPath {
        // The field is called as the path is.
        try await value(["playlists", id, $0], by: .delete, body: .object([$0: items]))
      }
    }
    guard let snapshot else { throw SpotifyChecks.invalid("There is nothing to remove.") }
    return snapshot
  }

  /// Changes what a playlist of the user's own is called, and how it is shown. Needs a user's token.
  /// What is `nil` stays as it is.
  public func changePlaylist(
    _ id: String,
    name: String? = nil,
    text: String? = nil,
    isPublic: Bool? = nil,
    isCollaborative: Bool? = nil
  ) async throws {
    let path = ["playlists", try SpotifyChecks.identity(id)]
    let members = Self.details(name, text, isPublic, isCollaborative)
    guard !members.isEmpty else { throw SpotifyChecks.invalid("There is nothing to change.") }
    try await send(path, by: .put, body: .object(members))
  }

  private static func details(
    _ name: String?,
    _ text: String?,
    _ isPublic: Bool?,
    _ isCollaborative: Bool?
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members["name"] = name.map(JSONValue.string)
    members["description"] = text.map(JSONValue.string)
    members["public"] = isPublic.map(JSONValue.bool)
    members["collaborative"] = isCollaborative.map(JSONValue.bool)
    return members
  }

  private func changeItems(
    _ method: HTTPRequest.Method,
    ofPlaylist id: String,
    _ body: JSONValue
  ) async throws -> Spotify.Snapshot {
    try await byItemPath { try await value(["playlists", id, $0], by: method, body: body) }
  }

  /// Asks by the newer path of a playlist's items, or where the app does not have that, by the older.
  private func byItemPath<Value: Sendable>(
    _ work: @Sendable (_ items: String) async throws -> Value
  ) async throws -> Value {
    try await gate.either(.playlistItems) {
      try await work("items")
    } else: {
      try await work("tracks")
    }
  }

  private func itemParameters() throws -> SpotifyParameters {
    [("market", try country()), ("additional_types", "track,episode")]
  }

  /// The profiles of others were removed together with their playlists.
  private func confirm(user: String) async throws {
    do {
      try await send(["users", user])
    } catch let error as CatalogError where error.code == .forbidden && error.mayMeanRemoved {
      try await checkThatAnythingIsServed()
    }
  }
}
