import Foundation
import Logging
import MusicCatalog
import PlayerKit
import PlayerKitServices

/// The clients of the services, as options and environment set them up.
struct Services: Sendable {
  /// The Apple Music API; `nil` without a developer token.
  let appleMusic: AppleMusicClient?
  /// The iTunes Search API, which needs no token.
  let iTunes: ITunesSearchClient
  /// The Spotify Web API; `nil` without an app's id and secret.
  let spotify: SpotifyClient?
  /// The Deezer API, which needs no token.
  let deezer: DeezerClient

  /// Where the services are, where not at their own hosts.
  struct Bases: Sendable {
    var appleMusic: URL?
    var iTunes: URL?
    var spotify: URL?
    var spotifyAccounts: URL?
    var deezer: URL?
  }

  /// Makes the clients. Sends nothing.
  init(options: ServiceOptions, secrets: Secrets = Secrets()) {
    let bases = Bases(
      appleMusic: options.appleAPI,
      iTunes: options.iTunesAPI,
      spotify: options.spotifyAPI,
      spotifyAccounts: options.spotifyAccounts,
      deezer: options.deezerAPI
    )
    self.init(bases: bases, secrets: secrets)
  }

  init(bases: Bases, secrets: Secrets) {
    // What concerns the user comes as errors; the log would disturb what is shown.
    let logger = Logger(label: "playerkit") { _ in SwiftLogNoOpLogHandler() }
    let network = URLSessionTransport()
    appleMusic = secrets.developerToken.map { token in
      var configuration = AppleMusicClient.Configuration(
        transport: ServiceTransport(network, policy: .appleMusic, logger: logger),
        logger: logger
      )
      if let base = bases.appleMusic { configuration.baseURL = base }
      return AppleMusicClient(
        developerTokens: StaticDeveloperTokenProvider(token),
        userTokens: secrets.userToken.map { token in
          RequestedUserTokenProvider { _ in try MusicUserToken(token) }
        },
        storefront: secrets.storefront,
        configuration: configuration
      )
    }
    iTunes = ITunesSearchClient(
      configuration: .init(baseURL: bases.iTunes, country: secrets.storefront),
      transport: ServiceTransport(network, policy: .iTunes, logger: logger)
    )
    spotify = Self.spotify(bases, secrets, network, logger)
    deezer = DeezerClient(
      configuration: .init(baseURL: bases.deezer),
      transport: ServiceTransport(network, policy: .deezer, logger: logger)
    )
  }

  private static func spotify(
    _ bases: Bases,
    _ secrets: Secrets,
    _ network: any HTTPTransport,
    _ logger: Logger
  ) -> SpotifyClient? {
    guard let id = secrets.spotifyClientID, let secret = secrets.spotifyClientSecret else {
      return nil
    }
    let tokens = try? SpotifyClientCredentials(
      clientID: id,
      clientSecret: secret,
      transport: network,
      accounts: bases.spotifyAccounts ?? .spotifyAccounts
    )
    guard let tokens else { return nil }
    var configuration = SpotifyClient.Configuration(
      transport: ServiceTransport(network, policy: .spotify, logger: logger),
      logger: logger
    )
    if let base = bases.spotify { configuration.baseURL = base }
    return SpotifyClient(
      tokens: tokens,
      market: secrets.storefront.uppercased(),
      configuration: configuration
    )
  }

  /// What finds the audio of each type of track.
  private var resolvers: [any MediaResolver] {
    let catalogs = [appleMusic as (any AppleMusicPreviewCatalog)?, iTunes].compactMap(\.self)
    return [
      URLResolver(), PreviewResolver(finder: AppleMusicPreviewFinder(catalogs: catalogs)),
      PreviewResolver(finder: SpotifyPreviewFinder(client: spotify, substitutes: substitutes)),
      PreviewResolver(finder: DeezerPreviewFinder(client: deezer)),
    ]
  }

  /// Where Spotify's recordings are looked for of which it has no preview.
  private var substitutes: [any PreviewSubstitute] {
    let first = appleMusic.map { AppleMusicSubstitute($0) as any PreviewSubstitute }
    return [first, DeezerSubstitute(deezer), ITunesSubstitute(iTunes)].compactMap(\.self)
  }

  /// A player for each type of track, all on one engine, so that they follow each other gaplessly.
  func players(on engine: any AudioEngine) -> [any Player] {
    func player(_ resolver: some MediaResolver) -> any Player {
      EnginePlayer(resolver: resolver, engine: engine)
    }
    return resolvers.map { player($0) }
  }

  /// Where the audio of a track is: what its first player would open that can be had.
  func source(of track: any Track) async throws(PlayerError) -> MediaSource {
    var failure = PlayerError(.noPlayer, "There is no player for this track.")
    for type in track.playerTypes {
      guard let resolver = resolvers.first(where: { $0.playerType == type }) else { continue }
      do {
        return try await resolver.resolve(track)
      } catch {
        failure = PlayerError(resolving: error)
      }
    }
    throw failure
  }
}
