import PlayerKit
import PlayerKitServices
import PlayerKitTesting

extension FakeService: UserListSource {
  /// Whether the service was made with playlists.
  public var offersUserLists: Bool { !playlists.isEmpty }
  /// Playlists.
  public var userListKinds: [MusicLink.Kind] { [.playlist] }

  /// Returns the playlists, in pages of `limit`.
  public func userLists(
    of kind: MusicLink.Kind,
    limit: Int
  ) async throws -> ListPage<UserList> {
    guard kind == .playlist else { throw CatalogError.notSearchable(kind, at: .fake) }
    let lists = playlists.map { playlist in
      UserList(
        MusicLink(service: .fake, kind: .playlist, id: playlist.title),
        title: playlist.title,
        count: playlist.tracks.count
      )
    }
    return try page(lists[...], limit, .userLists)
  }

  /// Returns the tracks of a playlist, in pages of `limit`.
  public func tracks(
    ofUserList link: MusicLink,
    limit: Int
  ) async throws -> ListPage<any Track> {
    guard let playlist = playlists.first(where: { $0.title == link.id }) else {
      throw CatalogError(.notFound, "There is no such list.", service: .fake)
    }
    return try page((playlist.tracks as [any Track])[...], limit, .tracks(link))
  }

  private func page<Element: Sendable>(
    _ rest: ArraySlice<Element>,
    _ limit: Int,
    _ request: Request
  ) throws -> ListPage<Element> {
    try answer(request)
    let limit = max(limit, 1)
    let following = rest.dropFirst(limit)
    let next: @Sendable () async throws -> ListPage<Element>? = { [self] in
      try page(following, limit, request)
    }
    return ListPage(Array(rest.prefix(limit)), following: following.isEmpty ? nil : next)
  }
}
