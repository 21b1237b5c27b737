import PlayerKitServices

extension YouTubeClient {
  /// The number of ids that one request can name, and of members that one page can have.
  static let maximumPage = 50

  /// Searches. Each fetched page costs 100 units, unless it is in the cache.
  ///
  /// - Parameters:
  ///   - term: The words to search for.
  ///   - kind: What to search for.
  ///   - isMusicOnly: Whether to find only videos of the category Music.
  ///   - limit: The page size, 1 … 50.
  /// - Returns: The results. Videos have no durations yet, and all may be embedded; see
  ///   ``videos(_:)``.
  public func search(
    _ term: String,
    for kind: YouTube.SearchKind = .video,
    isMusicOnly: Bool = true,
    limit: Int = 25
  ) async throws -> YouTube.List<YouTube.SearchResult> {
    guard !term.allSatisfy(\.isWhitespace) else {
      throw Self.refusal("There is nothing to search for. Name a term.")
    }
    guard term.utf8.count <= RequestBounds.term else {
      throw Self.refusal("A search has at most \(RequestBounds.term) bytes.")
    }
    let isVideo = kind == .video
    return try await list([
      ("part", "snippet"), ("q", term), ("type", kind.rawValue),
      ("videoEmbeddable", isVideo ? "true" : nil),
      ("videoCategoryId", isVideo && isMusicOnly ? YouTube.musicCategory : nil),
      ("regionCode", region), ("maxResults", try Self.size(limit)),
    ])
  }

  /// Returns videos by their ids, in the order of the ids, without those that do not exist or are
  /// private. Costs 1 unit for every 50 ids.
  public func videos(_ ids: [String]) async throws -> [YouTube.Video] {
    for id in ids { _ = try Self.checked(id, YouTubeID.isVideo) }
    let chunks = RequestChunks.of(ids, count: Self.maximumPage)
    let lists = try await mapInOrder(chunks) { chunk -> YouTube.List<YouTube.Video> in
      try await list([
        ("part", "snippet,contentDetails,status,liveStreamingDetails"),
        ("id", chunk.joined(separator: ",")), ("maxResults", String(Self.maximumPage)),
      ])
    }
    let known = Dictionary(lists.flatMap(\.members).map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { known[$0] }
  }

  /// Returns a video.
  ///
  /// - Throws: `notFound` if the video does not exist or is private.
  public func video(_ id: String) async throws -> YouTube.Video {
    guard let video = try await videos([id]).first else {
      throw Self.missing("The video does not exist, or it is private.")
    }
    return video
  }

  /// Returns a playlist.
  ///
  /// - Throws: `notFound` if the playlist does not exist or is private.
  public func playlist(_ id: String) async throws -> YouTube.Playlist {
    let found: YouTube.List<YouTube.Playlist> = try await list([
      ("part", "snippet,contentDetails"), ("id", try Self.checked(id, YouTubeID.isPlaylist)),
    ])
    guard let playlist = found.members.first else {
      throw Self.missing("The playlist does not exist, or it is private.")
    }
    return playlist
  }

  /// Returns the places of a playlist. Deleted and private videos have a place, too. Costs 1 unit
  /// for each page.
  public func items(
    ofPlaylist id: String,
    limit: Int = 50
  ) async throws -> YouTube.List<YouTube.PlaylistItem> {
    try await list([
      ("part", "snippet,contentDetails"),
      ("playlistId", try Self.checked(id, YouTubeID.isPlaylist)),
      ("maxResults", try Self.size(limit)),
    ])
  }

  /// Returns the public playlists of a channel. Costs 1 unit for each page.
  ///
  /// - Parameters:
  ///   - id: The channel's id, not its handle.
  ///   - limit: The page size, 1 … 50.
  public func playlists(
    ofChannel id: String,
    limit: Int = 50
  ) async throws -> YouTube.List<YouTube.Playlist> {
    try await list([
      ("part", "snippet,contentDetails"), ("channelId", try Self.checked(id, YouTubeID.isChannel)),
      ("maxResults", try Self.size(limit)),
    ])
  }

  /// Returns a channel by its id (`UC…`) or its handle (`@name`).
  ///
  /// - Throws: `notFound` if there is none.
  public func channel(_ id: String) async throws -> YouTube.Channel {
    let name = YouTubeID.isHandle(id) ? "forHandle" : "id"
    let found: YouTube.List<YouTube.Channel> = try await list([
      ("part", "snippet,contentDetails"),
      (name, try Self.checked(id) { YouTubeID.isChannel($0) || YouTubeID.isHandle($0) }),
    ])
    guard let channel = found.members.first else {
      throw Self.missing("The channel does not exist.")
    }
    return channel
  }

  /// Returns the uploads of a channel, newest first. Costs 2 units for the first page.
  ///
  /// - Parameters:
  ///   - id: The channel's id or handle.
  ///   - limit: The page size, 1 … 50.
  public func uploads(
    ofChannel id: String,
    limit: Int = 50
  ) async throws -> YouTube.List<YouTube.PlaylistItem> {
    guard let uploads = try await channel(id).uploads else {
      throw Self.missing("The channel has no public uploads.")
    }
    return try await items(ofPlaylist: uploads, limit: limit)
  }
}

extension YouTubeClient {
  private func list<Element: YouTube.ListMember>(
    _ parameters: [(String, String?)]
  ) async throws -> YouTube.List<Element> {
    try await value(
      of: CatalogRequest(
        YouTube.path(of: Element.self),
        query: parameters.map { .init(name: $0, value: $1) }
      )
    )
  }

  private static func size(_ limit: Int) throws(CatalogError) -> String {
    guard (1...maximumPage).contains(limit) else {
      throw refusal("The limit must be from 1 to \(maximumPage).")
    }
    return String(limit)
  }

  private static func checked(
    _ id: String,
    _ isValid: (String) -> Bool
  ) throws(CatalogError) -> String {
    guard isValid(id) else { throw refusal("This is not an id of YouTube.") }
    return id
  }

  private static func missing(_ message: String) -> CatalogError {
    CatalogError(.notFound, message, service: .youTube)
  }

  private static func refusal(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .youTube)
  }
}
