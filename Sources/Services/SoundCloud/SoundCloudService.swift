import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// The service for SoundCloud: its catalog and its tracks, whole or as previews.
public struct SoundCloudService: SearchableService, PlayableService, SearchableCatalog {
  /// `soundcloud`.
  public static let name = "soundcloud"
  /// Tracks of SoundCloud.
  public static let storableTracks: [any StorableTrack.Type] = [SoundCloudTrack.self]
  /// SoundCloud's links.
  public static let links: any LinkRecognizer = SoundCloudLinks()
  /// The number of a user's tracks to play.
  private static let tracksOfUser = 50
  /// The maximum number of a list's tracks to play. Playlists have 500.
  private static let maximumTracks = 2_000
  /// The maximum number of list members to read, including duplicates.
  private static let maximumMembers = 10_000

  /// The client that the service uses; `nil` without an app.
  public let client: SoundCloudClient?

  /// Creates the service for an app. Sends nothing. The authorization server is at the base
  /// `soundcloud-accounts` of the setup.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - clientID: The id of an app at SoundCloud.
  ///   - clientSecret: Its secret.
  ///   - tokenFile: The file that stores the app's token between runs. SoundCloud gives 50 tokens in
  ///     12 hours.
  public init(
    _ setup: ServiceSetup,
    clientID: String? = nil,
    clientSecret: String? = nil,
    tokenFile: URL? = nil
  ) {
    let store = tokenFile.flatMap { try? OAuthFileTokenStore(file: $0, service: .soundCloud) }
    guard let clientID, let clientSecret,
      let tokens = try? OAuthSession(
        .soundCloud(
          clientID: clientID,
          clientSecret: clientSecret,
          accounts: setup.bases["soundcloud-accounts"] ?? .soundCloudAccounts
        ),
        of: .app,
        store: store ?? OAuthMemoryTokenStore(),
        transport: setup.network,
        clock: setup.clock
      )
    else {
      client = nil
      return
    }
    client = SoundCloudClient(
      tokens: tokens,
      configuration: setup.configuration(.soundCloud, address: Self.name)
    )
  }

  /// Creates the service with a client, such as one with a user's tokens.
  public init(client: SoundCloudClient) {
    self.client = client
  }

  /// SoundCloud's catalog.
  public var catalog: any SearchableCatalog { self }

  /// Whether an app is configured.
  public var isConfigured: Bool { client != nil }

  /// Returns the resolver of tracks.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    client.map { [SoundCloudResolver(client: $0)] } ?? []
  }

  /// Returns a track, or the tracks of a playlist, an album, a user, or a user's likes. Leaves out
  /// blocked tracks of lists.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let client = try asked()
    let tracks: [SoundCloudTrack]
    switch try await client.resource(of: link) {
    case .track(let track):
      tracks = [SoundCloudTrack(track, secretToken: link.secretToken)].compactMap(\.self)
    case .playlist(let playlist):
      let list = try await client.tracks(ofPlaylist: playlist.urn, secretToken: link.secretToken)
      tracks = try await Self.tracks(of: list, in: playlist)
    case .user(let user) where link.namesLikes:
      tracks = try await Self.tracks(of: try await client.likedTracks(ofUser: user.urn, limit: 200))
    case .user(let user):
      let list = try await client.tracks(ofUser: user.urn, limit: Self.tracksOfUser)
      tracks = list.members.compactMap { SoundCloudTrack($0) }
    }
    guard !tracks.isEmpty else {
      throw PlayerError(.invalidItem, "It contains no tracks that may be played.")
    }
    return tracks
  }

  /// Returns the tracks of a list without duplicates, because the list may change between pages.
  private static func tracks(
    of list: SoundCloud.List<SoundCloud.Track>,
    in album: SoundCloud.Playlist? = nil
  ) async throws -> [SoundCloudTrack] {
    var seen: Set<SoundCloud.URN> = []
    var tracks: [SoundCloudTrack] = []
    var rest = maximumMembers
    for try await track in list.all {
      rest -= 1
      if rest == 0 { break }
      guard seen.insert(track.urn).inserted else { continue }
      let number = tracks.count + 1
      if let track = SoundCloudTrack(track, album: album, number: number) { tracks.append(track) }
      if tracks.count == maximumTracks { break }
    }
    return tracks
  }
}

extension MusicLink {
  /// The sharing token in the link's address.
  fileprivate var secretToken: String? {
    URL(page: self).flatMap { SoundCloudLinks.isSecret($0.lastPathComponent) ? $0 : nil }?
      .lastPathComponent
  }

  /// Whether the link is a user's page of likes.
  fileprivate var namesLikes: Bool {
    kind == .playlist && URL(page: self)?.pathComponents.count == 3
  }
}

extension SoundCloudClient {
  /// Returns the item of a link.
  func resource(of link: MusicLink) async throws -> SoundCloud.Resource {
    if let urn = SoundCloud.URN(rawValue: link.id) {
      switch urn.kind {
      case .tracks: return .track(try await track(urn))
      case .playlists: return .playlist(try await playlist(urn))
      case .users: return .user(try await user(urn))
      }
    }
    guard var page = URL(page: link) else {
      throw CatalogError(
        .invalidArgument,
        "This is not a link of SoundCloud.",
        service: .soundCloud
      )
    }
    if link.namesLikes { page.deleteLastPathComponent() }
    return try await resolve(page)
  }
}

// The catalog. Without an app, each call throws.
extension SoundCloudService {
  /// SoundCloud.
  public var service: CatalogService { .soundCloud }
  /// Songs, artists and playlists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .artist, .playlist] }

  private func asked() throws(CatalogError) -> SoundCloudClient {
    if let client { return client }
    throw CatalogError(
      .missingCredential,
      "SoundCloud needs the id and the secret of an app.",
      service: .soundCloud
    )
  }

  /// Searches for items of one kind.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    guard searchableKinds.contains(kind) else {
      throw CatalogError.notSearchable(kind, at: .soundCloud)
    }
    let client = try asked()
    let limit = min(max(limit, 1), 200)
    return switch kind {
    case .artist:
      CatalogPage(try await client.users(term, limit: limit)) { CatalogEntry($0) }
    case .playlist:
      CatalogPage(try await client.playlists(term, limit: limit)) { CatalogEntry($0) }
    default: CatalogPage(try await client.tracks(term, limit: limit)) { CatalogEntry($0) }
    }
  }

  /// Returns the tracks of a playlist, an album or a user.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    let client = try asked()
    let limit = min(max(limit, 1), 200)
    let list: SoundCloud.List<SoundCloud.Track>
    switch try await client.resource(of: link) {
    case .track: throw CatalogError.nothingInside(link.kind, at: .soundCloud)
    case .playlist(let playlist): list = try await client.tracks(ofPlaylist: playlist.urn)
    case .user(let user) where link.namesLikes:
      list = try await client.likedTracks(ofUser: user.urn, limit: limit)
    case .user(let user): list = try await client.tracks(ofUser: user.urn, limit: limit)
    }
    return CatalogPage(list) { CatalogEntry($0) }
  }
}

extension CatalogEntry {
  /// Creates an entry from SoundCloud's data of a track.
  public init(_ track: SoundCloud.Track) {
    let link = MusicLink(service: .soundCloud, kind: .song, id: track.id)
    self.init(link, item: track.id, metadata: TrackMetadata(track))
    hasPreview = track.access.map { $0 != .blocked }
  }

  /// Creates an entry from SoundCloud's data of a playlist or an album.
  public init(_ playlist: SoundCloud.Playlist) {
    self.init(soundCloud: playlist.urn, playlist.title, playlist.artwork)
    artist = playlist.user?.username
    duration = playlist.duration?.ifPlausible
  }

  /// Creates an entry from SoundCloud's data of a user.
  public init(_ user: SoundCloud.User) {
    self.init(soundCloud: user.urn, user.username, user.artwork)
  }

  private init(soundCloud urn: SoundCloud.URN, _ title: String?, _ artwork: Artwork?) {
    let link = MusicLink(service: .soundCloud, kind: urn.kind.linkKind, id: urn.rawValue)
    self.init(link, item: urn.rawValue, title: title)
    artworkURL = artwork?.url(atLeast: Self.artworkSize)
  }
}
