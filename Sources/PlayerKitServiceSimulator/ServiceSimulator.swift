import Foundation

/// A local HTTP server that behaves like the music services, for tests and demonstrations.
///
/// It follows the known behavior of the services, is independent of this project's clients, and
/// listens only on 127.0.0.1. All members may be used from any thread.
package final class ServiceSimulator: Sendable {
  /// The configuration of a simulator.
  package struct Configuration: Sendable {
    /// The seed for the keys, the tokens, and the catalog. Without one, keys and tokens are new at
    /// each start, and the catalog is always the same.
    package var seed: UInt64?
    /// The port, or 0 for any free port.
    package var port: UInt16
    /// The delay before each response of a service.
    package var latency: Duration
    /// The pause between the pieces of a slow response.
    package var dripPause: Duration
    /// How long iTunes refuses requests after too many, by the simulator's clock.
    package var iTunesLock: Duration
    /// The music of Apple's previews. If it is empty, the simulator's own pieces are used.
    package var pieces: [PreviewPiece]

    package init(
      seed: UInt64? = nil,
      port: UInt16 = 0,
      latency: Duration = .zero,
      dripPause: Duration = .milliseconds(100),
      iTunesLock: Duration = .seconds(60),
      pieces: [PreviewPiece] = []
    ) {
      self.seed = seed
      self.port = port
      self.latency = latency
      self.dripPause = dripPause
      self.iTunesLock = iTunesLock
      self.pieces = pieces
    }
  }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package let baseURL: URL
  /// A developer token, valid for thirty days from the start by the simulator's clock.
  package let developerToken: String

  let previewStore: PreviewStore
  let state: SimulatorState
  private let credentials: Credentials
  private let listener: Listener

  /// Starts a simulator and returns when it accepts connections.
  ///
  /// - Throws: `ServiceSimulatorError`.
  package static func start(
    _ configuration: Configuration = Configuration()
  ) async throws -> ServiceSimulator {
    try await ServiceSimulator(configuration)
  }

  private init(_ configuration: Configuration) async throws {
    let credentials = Credentials(seed: configuration.seed)
    let clock = SimulatorClock()
    let catalog = InventedCatalog.make(seed: configuration.seed)
    let pieces = try configuration.pieces.isEmpty ? PreviewPiece.bundled() : configuration.pieces
    let previewStore = PreviewStore(
      pieces: pieces,
      mp3Pieces: try PreviewPiece.bundledMP3(),
      catalog: catalog,
      signer: PreviewSigner(secret: credentials.previewSecret)
    )
    let spotify = SpotifyState(client: credentials.spotifyClient)
    let podcasts = InventedPodcasts(seed: catalog.seed)
    let soundCloud = SoundCloudState(client: credentials.soundCloudClient)
    let jellyfin = JellyfinState(keys: credentials.jellyfin)
    let (lastFM, listenBrainz) = (CountedListens(), CountedListens())
    state = SimulatorState(
      configuration,
      clock: clock,
      spotify: spotify,
      soundCloud: soundCloud,
      jellyfin: jellyfin,
      listens: [.lastFM: lastFM, .listenBrainz: listenBrainz]
    ) {
      [
        .appleMusic: AppleMusicService(
          catalog: catalog,
          check: DeveloperTokenCheck(key: credentials.key)
        ) { $0 == credentials.musicUserToken },
        .itunes: ITunesService(catalog: catalog, lock: configuration.iTunesLock),
        .spotify: SpotifyService(catalog: catalog, spotify: spotify),
        .spotifyAccounts: SpotifyAccountsService(spotify: spotify),
        .deezer: DeezerService(catalog: catalog, signer: previewStore.signer),
        .soundCloud: SoundCloudService(
          catalog: catalog,
          state: soundCloud,
          signer: previewStore.signer
        ),
        .soundCloudAccounts: SoundCloudAccountsService(state: soundCloud),
        .soundCloudMedia: SoundCloudMedia(previewStore: previewStore),
        .jellyfin: JellyfinService(catalog: catalog, state: jellyfin, previewStore: previewStore),
        .radio: RadioBrowserService(seed: catalog.seed),
        .podcastIndex: PodcastIndexService(podcasts: podcasts, key: credentials.podcastIndex),
        .musicBrainz: MusicBrainzService(catalog: catalog),
        .youTube: YouTubeService(catalog: catalog, key: credentials.youTubeKey),
        .lastFM: LastFMService(account: credentials.lastFM, listens: lastFM),
        .listenBrainz: ListenBrainzService(
          tokens: credentials.listenBrainzTokens,
          listens: listenBrainz
        ),
        .media: MediaHost(previewStore: previewStore, podcasts: podcasts),
      ]
    }
    listener = try await Listener.start(port: configuration.port, handler: Router(state: state))
    let base = "http://127.0.0.1:\(listener.port)"
    guard let baseURL = URL(string: base) else {
      throw ServiceSimulatorError.cannotListen("no address")
    }
    state.baseURL = base
    self.baseURL = baseURL
    self.credentials = credentials
    self.previewStore = previewStore
    developerToken = try DeveloperToken.make(
      key: credentials.key,
      now: clock.now,
      life: 30 * 86_400
    )
  }

  /// The key that must sign developer tokens.
  package var developerKey: DeveloperKey { credentials.key }
  /// The token of the only user of the simulated Apple Music.
  package var musicUserToken: String { credentials.musicUserToken }
  /// The only app of the simulated Spotify.
  package var spotifyClientID: String { credentials.spotifyClient.id }
  package var spotifyClientSecret: String { credentials.spotifyClient.secret }
  /// The only app of the simulated Podcast Index.
  package var podcastIndexKey: String { credentials.podcastIndex.id }
  package var podcastIndexSecret: String { credentials.podcastIndex.secret }

  /// The only app of the simulated Last.fm, and the session key of its usual user.
  package var lastFMKey: String { credentials.lastFM.key }
  package var lastFMSecret: String { credentials.lastFM.secret }
  package var lastFMSessionKey: String { credentials.lastFM.session }
  /// The user's name and password.
  package var lastFMUser: (name: String, password: String) {
    (credentials.lastFM.user, credentials.lastFM.password)
  }
  /// The session keys of both users of the simulated Last.fm.
  package var lastFMSessionKeys: [String] { credentials.lastFM.sessions }
  /// The tokens of both users of the simulated ListenBrainz.
  package var listenBrainzTokens: [String] { credentials.listenBrainzTokens }
  /// The token of the usual user of the simulated ListenBrainz.
  package var listenBrainzToken: String { credentials.listenBrainzTokens.first ?? "" }

  /// The name and password of the only user of the simulated Jellyfin.
  package var jellyfinUser: (name: String, password: String) {
    (credentials.jellyfin.user, credentials.jellyfin.password)
  }
  /// The API key of the simulated Jellyfin.
  package var jellyfinAPIKey: String { credentials.jellyfin.apiKey }

  /// The only API key of the simulated YouTube.
  package var youTubeKey: String { credentials.youTubeKey }

  /// The only app of the simulated SoundCloud.
  package var soundCloudClientID: String { credentials.soundCloudClient.id }
  package var soundCloudClientSecret: String { credentials.soundCloudClient.secret }

  /// The base address of a service. Clients append their paths.
  package func url(of service: ServiceName) -> URL {
    baseURL.appendingPathComponent(service.folder)
  }

  /// Replaces `https://api.music.apple.com`.
  package var appleMusic: URL { url(of: .appleMusic) }
  /// Replaces `https://itunes.apple.com`.
  package var itunes: URL { url(of: .itunes) }
  /// Replaces `https://api.spotify.com`.
  package var spotify: URL { url(of: .spotify) }
  /// Replaces `https://accounts.spotify.com`.
  package var spotifyAccounts: URL { url(of: .spotifyAccounts) }
  /// Replaces `https://api.deezer.com`.
  package var deezer: URL { url(of: .deezer) }
  /// Replaces `https://api.soundcloud.com`.
  package var soundCloud: URL { url(of: .soundCloud) }
  /// Replaces `https://secure.soundcloud.com`.
  package var soundCloudAccounts: URL { url(of: .soundCloudAccounts) }
  /// The address of a Jellyfin server.
  package var jellyfin: URL { url(of: .jellyfin) }
  /// Replaces Radio Browser's servers.
  package var radio: URL { url(of: .radio) }
  /// Replaces `https://api.podcastindex.org`.
  package var podcastIndex: URL { url(of: .podcastIndex) }
  /// Replaces `https://musicbrainz.org`.
  package var musicBrainz: URL { url(of: .musicBrainz) }
  /// Replaces `https://www.googleapis.com`.
  package var youTube: URL { url(of: .youTube) }
  /// Replaces `https://ws.audioscrobbler.com`.
  package var lastFM: URL { url(of: .lastFM) }
  /// Replaces `https://api.listenbrainz.org`.
  package var listenBrainz: URL { url(of: .listenBrainz) }
  /// Replaces the hosts of previews, artwork, stations, and feeds.
  package var media: URL { url(of: .media) }
  /// The control endpoints.
  package var control: URL { baseURL.appendingPathComponent("control") }

  /// Closes the port and all connections, including stalled ones. A second call has no effect.
  package func stop() async {
    state.stalls.endAll()
    await listener.stop()
  }

  /// One line of JSON, without a line end, with everything that another process needs. It contains
  /// this simulator's secrets, which are worthless elsewhere.
  package func readyLine() -> String {
    var texts: [String: String] = [
      "developerToken": developerToken, "musicUserToken": musicUserToken,
      "spotifyClientID": spotifyClientID, "spotifyClientSecret": spotifyClientSecret,
      "soundCloudClientID": soundCloudClientID, "soundCloudClientSecret": soundCloudClientSecret,
      "podcastIndexKey": podcastIndexKey, "podcastIndexSecret": podcastIndexSecret,
      "jellyfinUser": jellyfinUser.name, "jellyfinPassword": jellyfinUser.password,
      "jellyfinAPIKey": jellyfinAPIKey, "youTubeKey": youTubeKey,
      "lastFMKey": lastFMKey, "lastFMSecret": lastFMSecret, "lastFMSessionKey": lastFMSessionKey,
      "lastFMUser": lastFMUser.name, "lastFMPassword": lastFMUser.password,
      "listenBrainzToken": listenBrainzToken,
    ]
    for name in ServiceName.allCases { texts[name.rawValue] = url(of: name).absoluteString }
    texts["control"] = control.absoluteString
    let key: JSON = [
      "teamID": .string(developerKey.teamID), "keyID": .string(developerKey.keyID),
      "p8": .string(developerKey.p8),
    ]
    let members = texts.sorted { $0.key < $1.key }.map {
      (name: $0.key, value: JSON.string($0.value))
    }
    let line = JSON.object(members + [(name: "developerKey", value: key)])
    return String(decoding: line.data, as: UTF8.self)
  }
}

/// The simulated services, by the names that the control endpoints use.
package enum ServiceName: String, Sendable, CaseIterable {
  case appleMusic
  case itunes
  case spotify
  case spotifyAccounts
  case deezer
  case soundCloud
  case soundCloudAccounts
  case soundCloudMedia
  case jellyfin
  case radio
  case podcastIndex
  case musicBrainz
  case youTube
  case lastFM
  case listenBrainz
  case media

  /// The first path component of the service.
  var folder: String {
    switch self {
    case .spotifyAccounts: "spotify-accounts"
    case .podcastIndex: "podcast-index"
    case .soundCloudAccounts: "soundcloud-accounts"
    case .soundCloudMedia: "soundcloud-media"
    case .appleMusic, .itunes, .spotify, .deezer, .radio, .soundCloud, .jellyfin, .musicBrainz,
      .youTube, .lastFM, .listenBrainz, .media:
      rawValue.lowercased()
    }
  }
}

/// The reason why a simulator did not start.
package enum ServiceSimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program uses that port of 127.0.0.1.
  case portTaken(UInt16)
  /// The port could not be opened for another reason. The text comes from the system.
  case cannotListen(String)
  /// The build lacks the music of the media host, or the words of the catalog.
  case missingMusic(String)

  package var description: String {
    switch self {
    case .portTaken(let port): "port \(port) of 127.0.0.1 is taken"
    case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
    case .missingMusic(let reason): "the previews' music is not there: \(reason)"
    }
  }
}
