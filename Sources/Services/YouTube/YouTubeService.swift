import Foundation
import PlayerKit
import PlayerKitServices

/// The service for YouTube by its Data API: search, metadata, and links, with an app's API key.
///
/// Its tracks play in YouTube's own player, by `YouTubePagePlayer` of `PlayerKitPagePlayers`. If an
/// app has yt-dlp's service as well, the service that comes first in its list answers YouTube's
/// links, as long as it is set up.
public struct YouTubeService: SearchableService, BatchService {
  /// `youtube`.
  public static let name = "youtube"
  /// Videos of YouTube.
  public static let storableTracks: [any StorableTrack.Type] = [YouTubeTrack.self]
  /// YouTube's links.
  public static let links: any LinkRecognizer = YouTubeLinks()
  /// The number of a channel's uploads to play.
  private static let tracksOfChannel = 50

  /// The client that the service uses.
  public let client: YouTubeClient
  /// The meter of the day's quota.
  public let quota: YouTubeQuota
  /// Whether there is a key.
  public let isConfigured: Bool
  /// The channels and playlists of the user, as ids, handles, or links.
  let listNames: [String]

  /// Creates the service. Sends nothing.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - key: An API key for the YouTube Data API.
  ///   - lists: The user's channel and playlists, as ids, handles, or links. An API key does not
  ///     identify the user.
  ///   - quota: The meter, which may have a limit. `nil` counts without one.
  public init(
    _ setup: ServiceSetup,
    key: String? = nil,
    lists: [String] = [],
    quota: YouTubeQuota? = nil
  ) {
    let quota = quota ?? YouTubeQuota(clock: setup.clock)
    var setup = setup
    setup.network = quota.transport(setup.network)
    client = YouTubeClient(
      key: key,
      region: setup.country,
      configuration: setup.configuration(.youTube, address: Self.name)
    )
    self.quota = quota
    isConfigured = key != nil
    listNames = lists
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// None: a page plays the videos.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] { [] }

  /// Returns the track of a video, or the tracks of a playlist or of a channel's newest uploads.
  ///
  /// A video needs no request to play. So if there is no key, or the day's quota is used up, its
  /// track has no metadata. Deleted and private videos are left out of lists, and so are those
  /// that begin later.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let videos: [YouTube.Video]
    switch link.kind {
    case .song: return [try await track(link.id)]
    case .playlist:
      let items = try await client.items(ofPlaylist: link.id).all.collected()
      videos = try await client.videos(at: items)
    case .artist:
      let items = try await client.uploads(ofChannel: link.id, limit: Self.tracksOfChannel)
      videos = try await client.videos(at: items.members)
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    let tracks = videos.filter { !$0.isUpcoming }.compactMap { YouTubeTrack($0) }
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "It contains no tracks.") }
    return tracks
  }

  /// Returns the tracks of links to videos, with 1 unit of the quota for every 50.
  public func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    guard isConfigured, links.count > 1 else { return [:] }
    let videos = (try? await client.videos(links.map(\.id))) ?? []
    var songs: [MusicLink: any Track] = [:]
    for video in videos where !video.isUpcoming {
      songs[MusicLink(service: .youTube, kind: .song, id: video.id)] = YouTubeTrack(video)
    }
    return songs
  }

  private func track(_ id: String) async throws -> YouTubeTrack {
    let bare = YouTubeTrack(id)
    guard isConfigured else { return try bare ?? { throw PlayerError.noVideo }() }
    do {
      let video = try await client.video(id)
      guard !video.isUpcoming else {
        throw CatalogError(.unavailable, "The video begins later.", service: .youTube)
      }
      return try YouTubeTrack(video) ?? { throw PlayerError.noVideo }()
    } catch let error as CatalogError where error.code == .rateLimited {
      guard let bare else { throw error }
      return bare
    }
  }
}

extension PlayerError {
  fileprivate static var noVideo: PlayerError {
    PlayerError(.invalidItem, "This is not an id of a YouTube video.")
  }
}

extension YouTubeClient: SearchableCatalog {
  /// YouTube.
  public var service: CatalogService { .youTube }
  /// Songs (videos), artists (channels), and playlists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .artist, .playlist] }

  /// Searches for items of one kind. A page costs 100 units, and 1 more for the durations of songs.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let limit = min(limit, Self.maximumPage)
    switch kind {
    case .song: return try await page(of: try await search(term, limit: limit))
    case .artist: return try await page(of: .channel, term, limit)
    case .playlist: return try await page(of: .playlist, term, limit)
    default: throw CatalogError.notSearchable(kind, at: .youTube)
    }
  }

  private func page(
    of kind: YouTube.SearchKind,
    _ term: String,
    _ limit: Int
  ) async throws -> CatalogPage {
    CatalogPage(try await search(term, for: kind, limit: limit)) { CatalogEntry($0) }
  }

  /// Returns the videos of a playlist, or the newest uploads of a channel. Deleted and private
  /// videos are left out.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    let limit = min(limit, Self.maximumPage)
    switch link.kind {
    case .playlist: return try await page(of: try await items(ofPlaylist: link.id, limit: limit))
    case .artist: return try await page(of: try await uploads(ofChannel: link.id, limit: limit))
    default: throw CatalogError.nothingInside(link.kind, at: .youTube)
    }
  }

  /// Returns the videos at places of a playlist. A video at several places is there several times.
  func videos(at items: [YouTube.PlaylistItem]) async throws -> [YouTube.Video] {
    try await videos(items.compactMap(\.videoID).filter(YouTubeID.isVideo))
  }

  /// Adds the durations to found videos. The search has cost most, so it is not lost if there is no
  /// quota for that.
  private func page(of found: YouTube.List<YouTube.SearchResult>) async throws -> CatalogPage {
    let entries: [CatalogEntry]
    do {
      let ids = found.members.compactMap(\.id.videoId).filter(YouTubeID.isVideo)
      entries = try await videos(ids).map { CatalogEntry($0) }
    } catch let error as CatalogError where error.code == .rateLimited {
      entries = found.members.compactMap { CatalogEntry($0) }
    }
    return CatalogPage(entries, unreadableCount: found.unreadableCount) {
      guard let next = try await found.nextBatch() else { return nil }
      return try await page(of: next)
    }
  }

  private func page(of found: YouTube.List<YouTube.PlaylistItem>) async throws -> CatalogPage {
    let entries = try await videos(at: found.members).map { CatalogEntry($0) }
    return CatalogPage(entries, unreadableCount: found.unreadableCount) {
      guard let next = try await found.nextBatch() else { return nil }
      return try await page(of: next)
    }
  }
}

extension CatalogEntry {
  /// Creates an entry from YouTube's data of a video. It is not playable if its owner does not
  /// allow it on other pages, or if it begins later.
  public init(_ video: YouTube.Video) {
    let link = MusicLink(service: .youTube, kind: .song, id: video.id)
    let isPlayable = video.isEmbeddable != false && !video.isUpcoming
    self.init(
      link,
      item: isPlayable ? YouTubeLinks.item(link) : nil,
      metadata: TrackMetadata(video)
    )
  }

  /// Creates an entry from a result of a search; `nil` if it names nothing. The result has no
  /// duration.
  public init?(_ result: YouTube.SearchResult) {
    let found: [(MusicLink.Kind, String?)] = [
      (.song, result.id.videoId), (.playlist, result.id.playlistId),
      (.artist, result.id.channelId),
    ]
    guard
      let link = found.lazy.compactMap({ kind, id in
        id.map { MusicLink(service: .youTube, kind: kind, id: $0) }
      }).first,
      YouTubeLinks().canonicalURL(of: link) != nil
    else { return nil }
    self.init(link, item: YouTubeLinks.item(link), title: result.title)
    if link.kind != .artist { artist = result.channelTitle }
    artworkURL = result.snippet?.thumbnails?.artwork?.url(atLeast: Self.artworkSize)
  }
}
