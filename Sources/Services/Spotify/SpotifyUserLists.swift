import PlayerKit
import PlayerKitServices

extension SpotifyService: UserListSource {
  /// Whether a user is signed in, or can sign in.
  public var offersUserLists: Bool { userLists.client != nil || userSignIn != nil }
  /// Playlists, with the liked songs first, and the albums of the library.
  public var userListKinds: [MusicLink.Kind] { [.playlist, .album] }

  /// Returns the user's own and followed playlists, or the albums of the library. A page has up to
  /// 50.
  public func userLists(
    of kind: MusicLink.Kind,
    limit: Int
  ) async throws -> ListPage<UserList> {
    try await userLists.lists(of: kind, limit: limit)
  }

  /// Returns the tracks of a list, without episodes and local files. A page has up to 50.
  public func tracks(
    ofUserList link: MusicLink,
    limit: Int
  ) async throws -> ListPage<any Track> {
    try await userLists.tracks(of: link, limit: limit)
  }
}

/// The lists of the signed-in user.
struct SpotifyUserLists: Sendable {
  /// The client of the user. `nil` if no user is signed in.
  let client: SpotifyClient?
  /// Decides whether tracks play in full.
  let subscription: SpotifySubscription?

  func lists(of kind: MusicLink.Kind, limit: Int) async throws -> ListPage<UserList> {
    let client = try asked()
    let limit = min(max(limit, 1), SpotifyLimits.page)
    switch kind {
    case .playlist:
      let playlists = try await client.myPlaylists(limit: limit)
      return try await ListPage(playlists) { $0.compactMap { UserList($0) } }
        .prepending([UserList(.songs, of: .spotify)])
    case .album:
      let albums = try await Self.library { try await client.mySavedAlbums(limit: limit) }
      return try await ListPage(albums) { $0.compactMap { $0.item.flatMap { UserList($0) } } }
    default: throw CatalogError.notSearchable(kind, at: .spotify)
    }
  }

  func tracks(of link: MusicLink, limit: Int) async throws -> ListPage<any Track> {
    let client = try asked()
    let limit = min(max(limit, 1), SpotifyLimits.page)
    switch link.kind {
    case .libraryPage where link.collection == .songs:
      let saved = try await Self.library { try await client.mySavedTracks(limit: limit) }
      return try await ListPage(saved) { tracks($0.compactMap(\.item)) }
    case .playlist:
      let items = try await client.items(ofPlaylist: link.id, limit: limit)
      return try await ListPage(items) { tracks($0.compactMap { $0.content?.track }) }
    case .album:
      var album = try await client.album(link.id)
      let list: Spotify.Page<Spotify.Track>
      if let first = album.tracks {
        list = first
      } else {
        list = try await client.tracks(ofAlbum: link.id, limit: limit)
      }
      album.tracks = nil
      return try await ListPage(list) { [album] page in
        // The list of an album's tracks omits the album.
        tracks(
          page.map { track in
            var track = track
            track.album = track.album ?? album
            return track
          }
        )
      }
    default: throw CatalogError.nothingInside(link.kind, at: .spotify)
    }
  }

  func asked() throws(CatalogError) -> SpotifyClient {
    if let client { return client }
    throw CatalogError.spotify(
      .missingCredential,
      "No user is signed in to Spotify. Sign in by the app, or by “playerkit login spotify”."
    )
  }

  private func tracks(_ tracks: [Spotify.Track]) -> [any Track] {
    tracks.compactMap { SpotifyTrack($0, subscription: subscription) }
  }

  /// Reads or changes the library, for which sign-ins of earlier versions lack the permission.
  static func library<Value: Sendable>(
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as CatalogError where error.lacksScope {
      throw CatalogError.spotify(
        .signInRequired,
        "The sign-in does not include the library. Sign in to Spotify again."
      )
    }
  }
}

extension CatalogError {
  /// Whether the user has not granted the permission for a call.
  fileprivate var lacksScope: Bool {
    code == .forbidden && details.contains { $0.text?.lowercased().contains("scope") ?? false }
  }
}

extension UserList {
  /// Makes a list of a playlist. `nil` if it has no id.
  init?(_ playlist: Spotify.Playlist) {
    guard let id = playlist.id else { return nil }
    self.init(
      MusicLink(service: .spotify, kind: .playlist, id: id),
      title: playlist.name,
      artist: playlist.owner?.displayName,
      count: (playlist.items ?? playlist.tracks)?.total,
      artwork: (playlist.images?.members).flatMap { Artwork($0) }
    )
  }

  /// Makes a list of an album. `nil` if it has no id.
  init?(_ album: Spotify.Album) {
    guard let id = album.id else { return nil }
    let artists = album.artists?.members.compactMap(\.name) ?? []
    self.init(
      MusicLink(service: .spotify, kind: .album, id: id),
      title: album.name,
      artist: artists.isEmpty ? nil : artists.joined(separator: ", "),
      count: album.totalTracks ?? album.tracks?.total,
      artwork: (album.images?.members).flatMap { Artwork($0) }
    )
  }
}
