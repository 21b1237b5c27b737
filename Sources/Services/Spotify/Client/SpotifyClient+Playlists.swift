import HTTPTypes
import PlayerKitServices

extension SpotifyClient {
  /// Returns a playlist, with the first page of its items if the app has access to them. Apps in
  /// development mode only have access to the user's own playlists.
  public func playlist(_ id: String) async throws -> Spotify.Playlist {
    try await value(["playlists", SpotifyChecks.identity(id)], itemParameters())
  }

  /// Returns the items of a playlist: tracks, episodes, local files, and entries whose content was
  /// removed.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - limit: The page size, up to 100. If `nil`, the service's default. With
  ///     ``Spotify/Capability/playlistItems``, a page has at most 50; the next pages contain the
  ///     rest.
  ///   - offset: The index of the first member.
  /// - Throws: ``CatalogError/Code/forbidden`` if the playlist belongs to another user and the app
  ///   has no access to it.
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

  /// Returns the playlists on another user's profile. Needs
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

  /// Creates a playlist of the user. Needs a user's token. A second call creates a second playlist.
  ///
  /// - Parameters:
  ///   - name: The name, not empty.
  ///   - text: The description.
  ///   - isPublic: Whether it is shown on the profile. If `nil`, the service's default, which is
  ///     `true`.
  ///   - isCollaborative: Whether others may change it. A collaborative playlist cannot be public.
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

  /// Adds items to one of the user's playlists, even if it already contains them. Needs a user's
  /// token.
  ///
  /// More than 100 items are sent in several requests, in order: if one fails, the previous ones
  /// have taken effect.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - uris: URIs such as `spotify:track:…`, at least one.
  ///   - position: The index at which to insert, from 0. `nil` appends.
  /// - Returns: The snapshot after the last request.
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
      guard !overflows else { throw SpotifyChecks.invalid("The playlist is not that long.") }
      if position != nil { members["position"] = .int(place) }
      snapshot = try await changeItems(.post, ofPlaylist: id, .object(members))
    }
    guard let snapshot else { throw SpotifyChecks.invalid("There is nothing to add.") }
    return snapshot
  }

  /// Replaces all items of one of the user's playlists. Needs a user's token.
  ///
  /// More than 100 items are sent in several requests: if one fails, the playlist contains the
  /// items of the previous ones.
  ///
  /// - Parameter id: The id at the service.
  /// - Parameter uris: URIs such as `spotify:track:…`. An empty array clears the playlist.
  /// - Returns: The snapshot after the last request.
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

  /// Moves items within one of the user's playlists. Needs a user's token.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - range: The indices of the items, from 0. Not empty.
  ///   - place: The index before which to insert them, counted before the move.
  ///   - snapshot: The snapshot to which the indices refer. `nil` means the current one.
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

  /// Removes all occurrences of items from one of the user's playlists. Needs a user's token.
  /// Ignores items that it does not contain.
  ///
  /// More than 100 items are sent in several requests: if one fails, the previous ones have taken
  /// effect.
  ///
  /// - Parameter id: The id at the service.
  /// - Parameter uris: URIs such as `spotify:track:…`, at least one.
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
        // The field has the same name as the path.
        try await value(["playlists", id, $0], by: .delete, body: .object([$0: items]))
      }
    }
    guard let snapshot else { throw SpotifyChecks.invalid("There is nothing to remove.") }
    return snapshot
  }

  /// Changes the details of one of the user's playlists. Needs a user's token. Values that are
  /// `nil` stay unchanged.
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

  /// Uses the newer path of a playlist's items, or the older one if the app does not have it.
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

  /// The service removed other users' profiles together with their playlists.
  private func confirm(user: String) async throws {
    do {
      try await send(["users", user])
    } catch let error as CatalogError where error.code == .forbidden && error.mayMeanRemoved {
      try await checkThatAnythingIsServed()
    }
  }
}
