import Foundation

/// The endpoints of the YouTube Data API.
struct YouTubeEndpoints {
  let request: SimulatedRequest
  let catalog: InventedCatalog

  private var query: Query { Query(pairs: request.query) }
  private var writer: YouTubeWriter {
    YouTubeWriter(catalog: catalog, request: request, parts: Set(query.list("part") ?? []))
  }

  typealias Handler = @Sendable (YouTubeEndpoints) throws -> JSON

  static let routes: [Route<Handler>] = [
    Route("GET /youtube/v3/search") { try $0.search() },
    Route("GET /youtube/v3/videos") { try $0.videos() },
    Route("GET /youtube/v3/playlists") { try $0.playlists() },
    Route("GET /youtube/v3/playlistItems") { try $0.playlistItems() },
    Route("GET /youtube/v3/channels") { try $0.channels() },
  ]

  func answer() throws -> JSON {
    for route in Self.routes where route.endpoint.values(in: request.path) != nil {
      return try route.handler(self)
    }
    throw YouTubeFailure.refusal(404, "notFound", "NOT_FOUND")
  }

  private func search() throws -> JSON {
    let words = CatalogText.words(query["q"] ?? "")
    let kind = query["type"] ?? "video,channel,playlist"
    let writer = writer
    switch kind {
    case "channel":
      let found = indices(.artists, words)
      return try list("searchListResponse", found, write: writer.channelResult)
    case "playlist":
      let found = indices(.playlists, words)
      return try list("searchListResponse", found, write: writer.playlistResult)
    default:
      let songs = catalog.bestKnown(of: indices(.songs, words))
      let isEmbeddable = query["videoEmbeddable"] == "true"
      let region = query["regionCode"]
      let found = songs.map { catalog.songs[$0].recording }.filter { video in
        switch YouTubeVideoState(ofVideo: video) {
        case .deleted, .isPrivate: false
        case .embeddingDisabled: !isEmbeddable
        case .regionBlocked: region != "DE"
        case .usual, .live, .upcoming: true
        }
      }
      return try list("searchListResponse", found, write: writer.videoResult)
    }
  }

  private func indices(_ kind: ResourceKind, _ words: [String]) -> [Int] {
    zip(catalog.all(kind), catalog.text[kind])
      .compactMap { item, text in text.match(words) == nil ? nil : item.index }
  }

  private func videos() throws -> JSON {
    let ids = query.list("id") ?? []
    guard (1...50).contains(ids.count) else {
      throw YouTubeFailure.refusal(400, "invalidFilters", "INVALID_ARGUMENT")
    }
    let known = ids.compactMap { YouTubeIDs.index($0, after: "sv_", catalog.recordings.count) }
      .filter { !YouTubeVideoState(ofVideo: $0).isGone }
    // The service answers in an order of its own.
    return try list("videoListResponse", known.reversed(), write: writer.video)
  }

  private func playlists() throws -> JSON {
    if let channel = query["channelId"] {
      guard YouTubeIDs.index(channel, after: "UC", catalog.artists.count) != nil else {
        throw YouTubeFailure.refusal(404, "channelNotFound", "NOT_FOUND")
      }
      let lists = catalog.playlists.prefix(3).map(\.index)
      return try list("playlistListResponse", lists, write: writer.playlist)
    }
    let known = (query.list("id") ?? []).compactMap {
      YouTubeIDs.index($0, after: "PL", catalog.playlists.count)
    }
    return try list("playlistListResponse", known, write: writer.playlist)
  }

  private func playlistItems() throws -> JSON {
    let id = query["playlistId"] ?? ""
    let songs: [Int]
    if let playlist = YouTubeIDs.index(id, after: "PL", catalog.playlists.count) {
      songs = catalog.playlists[playlist].tracks.songs
    } else if let artist = YouTubeIDs.index(id, after: "UU", catalog.artists.count) {
      songs = catalog.bestKnown(of: catalog.songs(onAlbumsOf: artist))
    } else {
      throw YouTubeFailure.playlist
    }
    let videos = songs.map { catalog.songs[$0].recording }
    return try list("playlistItemListResponse", videos, write: writer.playlistItem)
  }

  private func channels() throws -> JSON {
    let count = catalog.artists.count
    let handle = query["forHandle"].map { $0.hasPrefix("@") ? $0 : "@" + $0 }
    let found =
      handle.map { YouTubeIDs.index($0, after: "@artist", count) }
      ?? YouTubeIDs.index(query["id"] ?? "", after: "UC", count)
    guard let artist = found else {
      // The service leaves out the members then.
      return [
        "kind": "youtube#channelListResponse", "etag": "e",
        "pageInfo": ["totalResults": 0, "resultsPerPage": 5],
      ]
    }
    return try list("channelListResponse", [artist], write: writer.channel)
  }

  /// A page of at most fifty members, with the token of the next one.
  private func list(_ kind: String, _ indices: [Int], write: (Int) -> JSON) throws -> JSON {
    let size = query["maxResults"].map { Int($0) ?? -1 } ?? 5
    guard (0...50).contains(size) else {
      throw YouTubeFailure.refusal(400, "invalidParameter", "INVALID_ARGUMENT")
    }
    // A list by ids is one page.
    let isByID = query["id"] != nil
    let prefix = "CAUQ"
    let token = query["pageToken"]
    let offset = token.map { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) ?? -1 : -1 }
    guard (offset ?? 0) >= 0 else { throw YouTubeFailure.pageToken }
    let page = Page(limit: isByID ? 50 : size, offset: offset ?? 0)
    let next = page.limit > 0 ? page.nextOffset(of: indices.count) : nil
    return [
      "kind": .string("youtube#" + kind), "etag": "e",
      "nextPageToken": .string(next.map { prefix + String($0) }),
      "pageInfo": [
        "totalResults": .number(indices.count), "resultsPerPage": .number(page.limit),
      ],
      "items": .array(page.slice(of: indices).map(write)),
    ]
  }
}
