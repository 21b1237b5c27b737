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
  /// What the developer tokens have to be signed with.
  package let developerKey: DeveloperKey
  /// A developer token, good for thirty days from the start by the simulator's clock.
  package let developerToken: String
  /// The one user whom the simulated Apple Music knows.
  package let musicUserToken: String
  /// The one app that the simulated Spotify knows.
  package let spotifyClientID: String
  package let spotifyClientSecret: String

  let shelf: PreviewStore
  let state: SimulatorState
  private let listener: Listener

  /// Starts a simulator and returns when it accepts connections.
  ///
  /// - Throws: `ServiceSimulatorError`.
  package static func start(
    _ configuration: Configuration = Configuration()
  ) async throws -> ServiceSimulator {
    let credentials = Credentials(seed: configuration.seed)
    let clock = SimulatorClock()
    let token = try DeveloperToken.make(key: credentials.key, now: clock.now, life: 30 * 86_400)
    let catalog = InventedCatalog.make(seed: configuration.seed)
    let pieces = try configuration.pieces.isEmpty ? PreviewPiece.bundled() : configuration.pieces
    let shelf = PreviewStore(
      pieces: pieces,
      mp3Pieces: try PreviewPiece.bundledMP3(),
      catalog: catalog,
      signer: PreviewSigner(secret: credentials.previewSecret)
    )
    let spotify = SpotifyState(client: credentials.spotifyClient)
    let iTunesLock = configuration.iTunesLock
    let state = SimulatorState(
      clock: clock,
      latency: configuration.latency,
      dripPause: configuration.dripPause,
      spotify: spotify
    ) {
      [
        .appleMusic: AppleMusicHost(
          check: DeveloperTokenCheck(key: credentials.key),
          service: AppleMusicService(catalog: catalog) { $0 == credentials.musicUserToken }
        ),
        .itunes: ITunesService(catalog: catalog, lock: iTunesLock),
        .spotify: SpotifyService(catalog: catalog, spotify: spotify),
        .spotifyAccounts: SpotifyAccountsService(spotify: spotify),
        .deezer: DeezerService(catalog: catalog, signer: shelf.signer),
        .media: MediaHost(shelf: shelf),
      ]
    }
    let listener = try await Listener.start(
      port: configuration.port,
      handler: Router(state: state)
    )
    let base = "http://127.0.0.1:\(listener.port)"
    guard let baseURL = URL(string: base) else {
      throw ServiceSimulatorError.cannotListen("no address")
    }
    state.baseURL = base
    return ServiceSimulator(
      baseURL: baseURL,
      credentials: credentials,
      developerToken: token,
      shelf: shelf,
      state: state,
      listener: listener
    )
  }

  private init(
    baseURL: URL,
    credentials: Credentials,
    developerToken: String,
    shelf: PreviewStore,
    state: SimulatorState,
    listener: Listener
  ) {
    self.baseURL = baseURL
    self.developerKey = credentials.key
    self.developerToken = developerToken
    self.musicUserToken = credentials.musicUserToken
    self.spotifyClientID = credentials.spotifyClient.id
    self.spotifyClientSecret = credentials.spotifyClient.secret
    self.shelf = shelf
    self.state = state
    self.listener = listener
  }

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
  /// Stands for the hosts of previews and artwork.
  package var media: URL { url(of: .media) }
  /// The control end points.
  package var control: URL { baseURL.appendingPathComponent("control") }

  /// Closes the port and all connections, stalled ones included. A second call does nothing.
  package func stop() async {
    state.stalls.endAll()
    await listener.stop()
  }
}
