import Foundation
import PlayerKit
import PlayerKitServices

/// Spotify: with an app's own token, its catalog and previews of its tracks; with a user's token,
/// also full tracks if the user has a Premium account.
public struct SpotifyService: SearchableService, BarcodeService, SignInService, DiscoveryService,
  DeviceService, SearchableCatalog
{
  /// `spotify`.
  public static let name = "spotify"
  /// The type of its tracks.
  public static let storableTracks: [any StorableTrack.Type] = [SpotifyTrack.self]

  /// The client for requests. `nil` without an app's id and secret and without a signed-in user.
  public let client: SpotifyClient?
  /// Signs a user in. `nil` without the app's id or a token file.
  public let userSignIn: (any UserSignIn)?
  /// The user's playback. `nil` if no user was signed in when the service was made.
  public let account: SpotifyConnectAccount?
  /// The client for the signed-in user's playback, and its tokens. `nil` if no user is signed in.
  package let user: (client: SpotifyClient, tokens: any OAuthTokenProvider)?
  /// The lists of the signed-in user.
  let userLists: SpotifyUserLists
  /// Spotify's links.
  public static let links: any LinkRecognizer = SpotifyLinks()

  /// Makes the service. Sends nothing. Accounts are at the base `spotify-accounts` of the setup.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - clientID: The id of an app at Spotify.
  ///   - clientSecret: Its secret. It is not needed if a user is signed in.
  ///   - tokenFile: The file that stores the user's tokens.
  ///   - device: The name or id of the device that plays whole tracks. `nil` means the active one.
  public init(
    _ setup: ServiceSetup,
    clientID: String? = nil,
    clientSecret: String? = nil,
    tokenFile: URL? = nil,
    device: String? = nil
  ) {
    func session(
      of owner: OAuthSession.Owner,
      secret: String?,
      _ store: any OAuthTokenStore
    ) -> OAuthSession? {
      guard let clientID else { return nil }
      let accounts = setup.bases["spotify-accounts"] ?? .spotifyAccounts
      return try? OAuthSession(
        .spotify(
          clientID: clientID,
          clientSecret: secret,
          scopes: Self.scopes,
          accounts: accounts
        ),
        of: owner,
        store: store,
        transport: setup.network,
        clock: setup.clock
      )
    }
    // Without the secret: a user's tokens do not depend on it.
    let tokens = tokenFile.flatMap { try? OAuthFileTokenStore(file: $0, service: .spotify) }
      .flatMap { session(of: .user, secret: nil, $0) }
    userSignIn = tokens
    let hasUser = tokenFile.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    let user = hasUser ? tokens : nil
    self.user = user.map { tokens in
      // A late command is useless. The player repeats commands that are still wanted.
      var policy = ServicePolicy.spotify
      policy.retry = .never
      policy.cache = nil
      let configuration = setup.configuration(policy, address: Self.name)
      return (SpotifyClient(tokens: tokens, configuration: configuration), tokens)
    }
    account = self.user.map { user in
      SpotifyConnectAccount(
        client: user.client,
        subscription: SpotifySubscription(clock: setup.clock),
        device: device
      )
    }
    let app = clientSecret.flatMap { session(of: .app, secret: $0, OAuthMemoryTokenStore()) }
    let reader = app ?? user
    client = reader.map {
      SpotifyClient(
        tokens: $0,
        market: setup.country.uppercased(),
        configuration: setup.configuration(.spotify, address: Self.name)
      )
    }
    let lister = user.map {
      SpotifyClient(
        tokens: $0,
        configuration: setup.configuration(.spotify, address: Self.name)
      )
    }
    userLists = SpotifyUserLists(client: lister, subscription: account?.subscription)
  }

  /// The scopes for playing full tracks, and for the user's playlists and library.
  private static let scopes: Set<Spotify.Scope> = [
    .readPlaybackState, .modifyPlaybackState, .readCurrentlyPlaying, .readPrivatePlaylists,
    .readCollaborativePlaylists, .modifyPrivatePlaylists, .modifyPublicPlaylists, .readLibrary,
    .modifyLibrary, .modifyFollowing,
  ]

  /// Makes the service from a client, a user's playback, and a client of the user for the lists.
  public init(
    client: SpotifyClient?,
    account: SpotifyConnectAccount? = nil,
    userClient: SpotifyClient? = nil
  ) {
    self.client = client
    self.account = account
    userLists = SpotifyUserLists(client: userClient, subscription: account?.subscription)
    user = nil
    userSignIn = nil
  }

  /// Whether an app's id and secret are set, or a user is signed in.
  public var isConfigured: Bool { client != nil }

  /// The catalog.
  public var catalog: any SearchableCatalog { self }

  /// Lists recordings of artists at Spotify. `nil` if there is no client.
  public var discovery: (any DiscoverySource)? {
    client.map { SpotifyDiscovery(client: $0, subscription: account?.subscription) }
  }

  /// Returns the resolver of Spotify's previews, and of those that the substitutes find.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [StreamURLResolver(finder: SpotifyPreviewFinder(client: client, substitutes: substitutes))]
  }

  /// The player of the user's devices, if a user is signed in.
  public var remotePlayers: [any Player] {
    account.map { [SpotifyConnectPlayer(account: $0)] } ?? []
  }

  /// Silences the user's device.
  public func finish() async { await account?.finish() }

  /// Adds ``SpotifyTrack``, with the user's subscription, so that it plays in full if possible.
  public func addTracks(to registry: inout TrackRegistry) {
    registry.add(SpotifyTrack.self) { [subscription = account?.subscription] stored in
      var track = try JSONDecoder().decode(SpotifyTrack.self, from: stored.data)
      track.subscription = subscription
      return track
    }
  }

  /// Returns the album with a barcode. The result is not verified.
  public func album(of code: ProductCode) async throws -> CatalogEntry? {
    let albums = try await client?.albums(upc: code.padded(to: 12)) ?? []
    return albums.lazy.compactMap { CatalogEntry($0) }.first
  }

  /// Returns the tracks of a track, an album, a playlist or an artist.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let client = try asked()
    let tracks: [Spotify.Track]
    switch link.kind {
    case .song: tracks = [try await client.track(link.id)]
    case .album: tracks = try await Self.tracks(ofAlbum: link.id, client)
    case .artist: tracks = try await client.topTracks(ofArtist: link.id).members
    case .playlist:
      tracks = try await client.items(ofPlaylist: link.id).all.collected().compactMap {
        $0.content?.track
      }
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    let playable = tracks.compactMap {
      SpotifyTrack($0, subscription: account?.subscription)
    }
    guard !playable.isEmpty else { throw PlayerError(.invalidItem, "It contains no tracks.") }
    return playable
  }

  /// Returns the tracks of an album, with the album, which the list of tracks omits.
  private static func tracks(
    ofAlbum id: String,
    _ client: SpotifyClient
  ) async throws -> [Spotify.Track] {
    var album = try await client.album(id)
    let list: Spotify.Page<Spotify.Track>
    if let first = album.tracks {
      list = first
    } else {
      list = try await client.tracks(ofAlbum: id, limit: 50)
    }
    album.tracks = nil
    return try await list.all.collected().map { track in
      var track = track
      track.album = track.album ?? album
      return track
    }
  }
}

// The catalog. Without credentials, each call throws.
extension SpotifyService {
  /// Spotify.
  public var service: CatalogService { .spotify }
  /// Songs, albums, artists and playlists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist, .playlist] }

  private func asked() throws(CatalogError) -> SpotifyClient {
    if let client { return client }
    throw CatalogError.spotify(
      .missingCredential,
      "Spotify needs the id of an app, and its secret or a user who is signed in."
    )
  }

  /// Searches for items of one kind.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let types: [MusicLink.Kind: Spotify.SearchType] = [
      .song: .track, .album: .album, .artist: .artist, .playlist: .playlist,
    ]
    guard let type = types[kind] else { throw CatalogError.notSearchable(kind, at: .spotify) }
    let found = try await asked().search(
      Spotify.SearchQuery(term),
      for: [type],
      limit: min(limit, SpotifyLimits.page)
    )
    return switch kind {
    case .song: CatalogPage(found.tracks) { CatalogEntry($0) }
    case .album: CatalogPage(found.albums) { CatalogEntry($0) }
    case .artist: CatalogPage(found.artists) { CatalogEntry($0) }
    default: CatalogPage(found.playlists) { CatalogEntry($0) }
    }
  }

  /// Returns the songs of an ISRC.
  public func songs(isrc: String) async throws -> [CatalogEntry] {
    guard let code = RecordingCode.normal(isrc) else { return [] }
    return try await asked().tracks(isrc: code).compactMap { CatalogEntry($0) }
  }

  /// Returns the tracks of an album, a playlist or an artist.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    let client = try asked()
    let limit = min(limit, 50)
    switch link.kind {
    case .album:
      return CatalogPage(try await client.tracks(ofAlbum: link.id, limit: limit), CatalogEntry.init)
    case .playlist:
      return CatalogPage(try await client.items(ofPlaylist: link.id, limit: limit)) {
        $0.content?.track.flatMap { CatalogEntry($0) }
      }
    case .artist:
      let tracks = try await client.topTracks(ofArtist: link.id).members
      return CatalogPage(tracks.compactMap { CatalogEntry($0) })
    default: throw CatalogError.nothingInside(link.kind, at: .spotify)
    }
  }
}

extension CatalogEntry {
  /// Makes an entry of a track. `nil` for a local file.
  public init?(_ track: Spotify.Track) {
    guard let playable = SpotifyTrack(track) else { return nil }
    self.init(
      MusicLink(service: .spotify, kind: .song, id: playable.id),
      item: "spotify:track:\(playable.id)",
      metadata: playable.metadata
    )
    // Without its own preview, another service may have one, which is unknown before a request.
    hasPreview = playable.knownPreview == nil ? nil : true
  }

  /// Makes an entry of an album. `nil` if it has no id.
  public init?(_ album: Spotify.Album) {
    guard let id = album.id else { return nil }
    self.init(spotify: .album, "album", id, album.name)
    artist = album.artists?.members.compactMap(\.name).joined(separator: ", ")
    artworkURL = Self.address(album.images)
  }

  /// Makes an entry of an artist. `nil` if it has no id.
  public init?(_ artist: Spotify.Artist) {
    guard let id = artist.id else { return nil }
    self.init(spotify: .artist, "artist", id, artist.name)
    artworkURL = Self.address(artist.images)
  }

  /// Makes an entry of a playlist. `nil` if it has no id.
  public init?(_ playlist: Spotify.Playlist) {
    guard let id = playlist.id else { return nil }
    self.init(spotify: .playlist, "playlist", id, playlist.name)
  }

  private static func address(_ images: LossyArray<Spotify.Image>?) -> URL? {
    (images?.members).flatMap { Artwork($0) }?.url(atLeast: artworkSize)
  }

  private init(spotify kind: MusicLink.Kind, _ word: String, _ id: String, _ title: String?) {
    self.init(
      MusicLink(service: .spotify, kind: kind, id: id),
      item: "spotify:\(word):\(id)",
      title: title
    )
  }
}
