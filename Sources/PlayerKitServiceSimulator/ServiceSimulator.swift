import Foundation

/// A local http server that behaves like the music services, for tests and demonstrations.
///
/// It knows nothing of this project's clients, follows what is known of the services, and listens on
/// 127.0.0.1 only. All its members may be used from any thread.
package final class ServiceSimulator: Sendable {
  /// How a simulator is to be.
  package struct Configuration: Sendable {
    /// What the keys, the tokens and the catalog are made from. Without one, keys and tokens are new
    /// at each start, and the catalog is always the same.
    package var seed: UInt64?
    /// The port, or 0 for one that the system chooses.
    package var port: UInt16
    /// How long each answer of a service is held back.
    package var latency: Duration
    /// The pause between the pieces of a slow answer.
    package var dripPause: Duration
    /// How long iTunes answers nothing, after too many requests, by the simulator's clock.
    package var iTunesLock: Duration
    /// The music of Apple's previews; without any, the simulator's own.
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
  /// A developer token, good for thirty days from the start by the simulator's clock.
  package let developerToken: String

  let shelf: PreviewStore
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
    let shelf = PreviewStore(
      pieces: pieces,
      mp3Pieces: try PreviewPiece.bundledMP3(),
      catalog: catalog,
      signer: PreviewSigner(secret: credentials.previewSecret)
    )
    let spotify = SpotifyState(client: credentials.spotifyClient)
    let podcasts = InventedPodcasts(seed: catalog.seed)
    let soundCloud = SoundCloudState(client: credentials.soundCloudClient)
    let (lastFM, listenBrainz) = (CountedListens(), CountedListens())
    state = SimulatorState(
      configuration,
      clock: clock,
      spotify: spotify,
      soundCloud: soundCloud,
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
        .deezer: DeezerService(catalog: catalog, signer: shelf.signer),
        .soundCloud: SoundCloudService(
          catalog: catalog,
          state: soundCloud,
          signer: shelf.signer
        ),
        .soundCloudAccounts: SoundCloudAccountsService(state: soundCloud),
        .soundCloudMedia: SoundCloudMedia(shelf: shelf),
        .radio: RadioBrowserService(seed: catalog.seed),
        .podcastIndex: PodcastIndexService(podcasts: podcasts, key: credentials.podcastIndex),
        .musicBrainz: MusicBrainzService(catalog: catalog),
        .lastFM: LastFMService(account: credentials.lastFM, listens: lastFM),
        .listenBrainz: ListenBrainzService(
          token: credentials.listenBrainzToken,
          listens: listenBrainz
        ),
        .media: MediaHost(shelf: shelf, podcasts: podcasts),
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
    self.shelf = shelf
    developerToken = try DeveloperToken.make(
      key: credentials.key,
      now: clock.now,
      life: 30 * 86_400
    )
  }

  /// What the developer tokens have to be signed with.
  package var developerKey: DeveloperKey { credentials.key }
  /// The one user whom the simulated Apple Music knows.
  package var musicUserToken: String { credentials.musicUserToken }
  /// The one app that the simulated Spotify knows.
  package var spotifyClientID: String { credentials.spotifyClient.id }
  package var spotifyClientSecret: String { credentials.spotifyClient.secret }
  /// The one app that the simulated Podcast Index knows.
  package var podcastIndexKey: String { credentials.podcastIndex.key }
  package var podcastIndexSecret: String { credentials.podcastIndex.secret }

  /// The one app that the simulated Last.fm knows, and the key of its one user.
  package var lastFMKey: String { credentials.lastFM.key }
  package var lastFMSecret: String { credentials.lastFM.secret }
  package var lastFMSessionKey: String { credentials.lastFM.session }
  /// What this user signs in with.
  package var lastFMUser: (name: String, password: String) {
    (credentials.lastFM.user, credentials.lastFM.password)
  }
  /// The token of the one user of the simulated ListenBrainz.
  package var listenBrainzToken: String { credentials.listenBrainzToken }

  /// The one app that the simulated SoundCloud knows.
  package var soundCloudClientID: String { credentials.soundCloudClient.id }
  package var soundCloudClientSecret: String { credentials.soundCloudClient.secret }

  /// Where a service is: clients join its paths to this.
  package func url(of service: ServiceName) -> URL {
    baseURL.appendingPathComponent(service.folder)
  }

  /// Stands for `https://api.music.apple.com`.
  package var appleMusic: URL { url(of: .appleMusic) }
  /// Stands for `https://itunes.apple.com`.
  package var itunes: URL { url(of: .itunes) }
  /// Stands for `https://api.spotify.com`.
  package var spotify: URL { url(of: .spotify) }
  /// Stands for `https://accounts.spotify.com`.
  package var spotifyAccounts: URL { url(of: .spotifyAccounts) }
  /// Stands for `https://api.deezer.com`.
  package var deezer: URL { url(of: .deezer) }
  /// Stands for `https://api.soundcloud.com`.
  package var soundCloud: URL { url(of: .soundCloud) }
  /// Stands for `https://secure.soundcloud.com`.
  package var soundCloudAccounts: URL { url(of: .soundCloudAccounts) }
  /// Stands for Radio Browser's servers.
  package var radio: URL { url(of: .radio) }
  /// Stands for `https://api.podcastindex.org`.
  package var podcastIndex: URL { url(of: .podcastIndex) }
  /// Stands for `https://musicbrainz.org`.
  package var musicBrainz: URL { url(of: .musicBrainz) }
  /// Stands for `https://ws.audioscrobbler.com`.
  package var lastFM: URL { url(of: .lastFM) }
  /// Stands for `https://api.listenbrainz.org`.
  package var listenBrainz: URL { url(of: .listenBrainz) }
  /// Stands for the hosts of previews, artwork, stations and feeds.
  package var media: URL { url(of: .media) }
  /// The control end points.
  package var control: URL { baseURL.appendingPathComponent("control") }

  /// Closes the port and all connections, stalled ones included. A second call does nothing.
  package func stop() async {
    state.stalls.endAll()
    await listener.stop()
  }

  /// One line of JSON, without its end, that tells another process all it needs. It holds secrets of
  /// this simulator; they are worth nothing elsewhere.
  package func readyLine() -> String {
    let urls = ServiceName.allCases.map { ($0.rawValue, url(of: $0)) } + [("control", control)]
    let line: JSON = [
      "developerToken": .string(developerToken), "musicUserToken": .string(musicUserToken),
      "developerKey": [
        "teamID": .string(developerKey.teamID), "keyID": .string(developerKey.keyID),
        "p8": .string(developerKey.p8),
      ],
      "spotifyClientID": .string(spotifyClientID),
      "spotifyClientSecret": .string(spotifyClientSecret),
      "soundCloudClientID": .string(soundCloudClientID),
      "soundCloudClientSecret": .string(soundCloudClientSecret),
      "podcastIndexKey": .string(podcastIndexKey),
      "podcastIndexSecret": .string(podcastIndexSecret),
    ]
    let scrobbling: JSON = [
      "lastFMKey": .string(lastFMKey), "lastFMSecret": .string(lastFMSecret),
      "lastFMSessionKey": .string(lastFMSessionKey),
      "lastFMUser": .string(lastFMUser.name), "lastFMPassword": .string(lastFMUser.password),
      "listenBrainzToken": .string(listenBrainzToken),
    ]
    let whole = urls.reduce(into: line + scrobbling) { $0[$1.0] = .string($1.1.absoluteString) }
    return String(decoding: whole.data, as: UTF8.self)
  }
}

/// The simulated services, by the names that the control end points take.
package enum ServiceName: String, Sendable, CaseIterable {
  case appleMusic
  case itunes
  case spotify
  case spotifyAccounts
  case deezer
  case soundCloud
  case soundCloudAccounts
  case soundCloudMedia
  case radio
  case podcastIndex
  case musicBrainz
  case lastFM
  case listenBrainz
  case media

  /// The first component of the service's paths.
  var folder: String {
    switch self {
    case .spotifyAccounts: "spotify-accounts"
    case .podcastIndex: "podcast-index"
    case .soundCloudAccounts: "soundcloud-accounts"
    case .soundCloudMedia: "soundcloud-media"
    case .appleMusic, .itunes, .spotify, .deezer, .radio, .soundCloud, .musicBrainz, .lastFM,
      .listenBrainz, .media:
      rawValue.lowercased()
    }
  }
}

/// Why a simulator did not start.
package enum ServiceSimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program listens on that port of 127.0.0.1.
  case portTaken(UInt16)
  /// The port could not be had for another reason; the text is the system's.
  case cannotListen(String)
  /// The music that the media host serves, or the words of the catalog, are not where the build put
  /// them.
  case missingMusic(String)

  package var description: String {
    switch self {
    case .portTaken(let port): "port \(port) of 127.0.0.1 is taken"
    case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
    case .missingMusic(let reason): "the previews' music is not there: \(reason)"
    }
  }
}
