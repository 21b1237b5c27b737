import MusicCatalog

extension SpotifyClient {
  /// A podcast, with the first page of its episodes. An app's own token needs a market.
  public func show(_ id: String) async throws -> Spotify.Show { try await thing("shows", id) }

  /// An episode of a podcast.
  public func episode(_ id: String) async throws -> Spotify.Episode {
    try await thing("episodes", id)
  }

  /// The episodes of a podcast, the newest first. A page has up to 50.
  public func episodes(
    ofShow id: String,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Episode> {
    try await page(
      "shows",
      SpotifyChecks.identity(id),
      "episodes",
      query: ["market": country()],
      limit: limit,
      offset: offset
    )
  }

  /// Anything that the client has no method for, as JSON. Only reads.
  ///
  /// ```swift
  /// let chapters = try await client.data("audiobooks", id, "chapters", query: ["limit": "10"])
  /// ```
  ///
  /// - Parameters:
  ///   - path: the parts of the path below `/v1`, not encoded.
  ///   - query: names and values, not encoded. The client's market is not added.
  /// - Returns: the answer; `null` where it is empty.
  public func data(_ path: String..., query: [String: String] = [:]) async throws -> JSONValue {
    var request = SpotifyRequest(.get, path)
    request.query = query.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return try await requester.valueIfAny(of: request) ?? .null
  }
}
