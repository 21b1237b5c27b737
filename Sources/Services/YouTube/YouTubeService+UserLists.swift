import PlayerKit
import PlayerKitServices

extension YouTubeService: UserListSource {
  /// Whether there is a key.
  public var offersUserLists: Bool { isConfigured }
  /// Playlists.
  public var userListKinds: [MusicLink.Kind] { [.playlist] }

  /// Returns the lists that the app names, in its order and all in one page: the uploads and
  /// the public playlists of channels, and playlists. Those that do not exist are left out.
  ///
  /// An API key reads public and unlisted lists only. So the user names them: YouTube tells a key
  /// neither who the user is, nor which lists the user saved. Costs 1 unit for a playlist, and 2 or
  /// more for a channel.
  public func userLists(
    of kind: MusicLink.Kind,
    limit: Int
  ) async throws -> ListPage<UserList> {
    guard kind == .playlist else { throw CatalogError.notSearchable(kind, at: .youTube) }
    let links = try listLinks()
    let found = try await mapInOrder(links) { link -> Result<[UserList], CatalogError> in
      do {
        return .success(try await read(link))
      } catch let error as CatalogError where error.code == .notFound {
        return .failure(error)
      }
    }
    let lists = found.compactMap { try? $0.get() }.flatMap(\.self)
    if lists.isEmpty, let first = found.first { _ = try first.get() }
    return ListPage(lists)
  }

  /// Returns the videos of a playlist, without deleted and private ones and those that begin later.
  /// A page has up to 50.
  public func tracks(
    ofUserList link: MusicLink,
    limit: Int
  ) async throws -> ListPage<any Track> {
    guard link.kind == .playlist else { throw CatalogError.nothingInside(link.kind, at: .youTube) }
    let limit = min(max(limit, 1), YouTubeClient.maximumPage)
    let items = try await client.items(ofPlaylist: link.id, limit: limit)
    return try await ListPage(items) { [client] page in
      try await client.videos(at: page.members).filter { !$0.isUpcoming }
        .compactMap { YouTubeTrack($0) }
    }
  }

  /// The maximum number of playlists and channels that an app names.
  private static let maximumListLinks = 20
  /// The maximum number of a channel's playlists.
  private static let maximumListsOfChannel = 200

  private func listLinks() throws(CatalogError) -> [MusicLink] {
    let names = listNames
    guard !names.isEmpty else {
      throw CatalogError(
        .missingCredential,
        "No lists are named. Name your channel and playlists.",
        service: .youTube
      )
    }
    guard names.count <= Self.maximumListLinks else {
      throw CatalogError(
        .invalidArgument,
        "There are more than \(Self.maximumListLinks) names of lists.",
        service: .youTube
      )
    }
    var links: [MusicLink] = []
    for name in names {
      guard let link = Self.listLink(name) else {
        throw CatalogError(
          .invalidArgument,
          "A name of a list is neither a channel nor a playlist of YouTube.",
          service: .youTube
        )
      }
      links.append(link)
    }
    return links
  }

  /// Returns the link of an id, a handle, or an address.
  private static func listLink(_ name: String) -> MusicLink? {
    if YouTubeID.isChannel(name) || YouTubeID.isHandle(name) {
      return MusicLink(service: .youTube, kind: .artist, id: name)
    }
    if YouTubeID.isPlaylist(name) {
      return MusicLink(service: .youTube, kind: .playlist, id: name)
    }
    guard case .link(let link) = YouTubeLinks().recognize(LinkParts(name)),
      [.artist, .playlist].contains(link.kind)
    else { return nil }
    return link
  }

  private func read(_ link: MusicLink) async throws -> [UserList] {
    guard link.kind == .artist else { return [UserList(try await client.playlist(link.id))] }
    let channel = try await client.channel(link.id)
    var lists: [UserList] = []
    if let uploads = channel.uploads {
      lists.append(
        UserList(
          MusicLink(service: .youTube, kind: .playlist, id: uploads),
          title: channel.snippet?.title,
          artwork: channel.snippet?.thumbnails?.artwork
        )
      )
    }
    var playlists: YouTube.List<YouTube.Playlist>? = try await client.playlists(
      ofChannel: channel.id
    )
    while let page = playlists, lists.count < Self.maximumListsOfChannel {
      lists += page.members.map { UserList($0) }
      playlists = try await page.nextBatch()
    }
    return Array(lists.prefix(Self.maximumListsOfChannel))
  }
}

extension UserList {
  /// Makes a list of a playlist.
  fileprivate init(_ playlist: YouTube.Playlist) {
    self.init(
      MusicLink(service: .youTube, kind: .playlist, id: playlist.id),
      title: playlist.snippet?.title,
      artist: playlist.snippet?.channelTitle,
      count: playlist.contentDetails?.itemCount,
      artwork: playlist.snippet?.thumbnails?.artwork
    )
  }
}
