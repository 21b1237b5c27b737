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

  /// Makes the clients. Sends nothing.
  init(options: ServiceOptions, secrets: Secrets = Secrets()) {
    self.init(appleAPI: options.appleAPI, iTunesAPI: options.iTunesAPI, secrets: secrets)
  }

  init(appleAPI: URL? = nil, iTunesAPI: URL? = nil, secrets: Secrets) {
    // What concerns the user comes as errors; the log would disturb what is shown.
    let logger = Logger(label: "playerkit") { _ in SwiftLogNoOpLogHandler() }
    let network = URLSessionTransport()
    appleMusic = secrets.developerToken.map { token in
      var configuration = AppleMusicClient.Configuration(
        transport: ServiceTransport(network, policy: .appleMusic, logger: logger),
        logger: logger
      )
      if let appleAPI { configuration.baseURL = appleAPI }
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
      configuration: .init(baseURL: iTunesAPI, country: secrets.storefront),
      transport: ServiceTransport(network, policy: .iTunes, logger: logger)
    )
  }

  /// What finds the audio of each type of track.
  private var resolvers: [any MediaResolver] {
    let catalogs = [appleMusic as (any AppleMusicPreviewCatalog)?, iTunes].compactMap(\.self)
    return [
      URLResolver(), PreviewResolver(finder: AppleMusicPreviewFinder(catalogs: catalogs)),
    ]
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
