import Foundation
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServiceSimulator
import PlayerKitServices
import Testing

/// The server of the suite: always the simulator, and the real services on request.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
  case simulator, live

  private static let environment = ProcessInfo.processInfo.environment

  /// `make explore WHAT=live` sets `LIVE`, so tests use the network only on request.
  static let isLiveWanted = environment["LIVE"] == "1"
  static let developerToken = environment["APPLE_MUSIC_DEVELOPER_TOKEN"].flatMap {
    $0.isEmpty ? nil : $0
  }

  static var available: [Backend] {
    allCases.filter { $0 == .simulator || (isLiveWanted && developerToken != nil) }
  }

  var testDescription: String { rawValue }
}

/// The clients of one backend.
struct Catalogs {
  let appleMusic: AppleMusicClient
  let iTunes: ITunesSearchClient
  /// Kept alive, and stopped by ``close()``.
  let simulator: ServiceSimulator?

  /// Runs `body` with clients of `backend`.
  static func with<Result>(
    _ backend: Backend,
    _ body: (Catalogs) async throws -> Result
  ) async throws -> Result {
    switch backend {
    case .simulator:
      let simulator = try await ServiceSimulator.start()
      let catalogs = Catalogs(
        developerToken: simulator.developerToken,
        userToken: simulator.musicUserToken,
        appleMusic: simulator.appleMusic,
        iTunes: simulator.itunes,
        simulator: simulator
      )
      do {
        let result = try await body(catalogs)
        await simulator.stop()
        return result
      } catch {
        await simulator.stop()
        throw error
      }
    case .live:
      return try await body(
        Catalogs(
          developerToken: Backend.developerToken ?? "",
          userToken: nil,
          appleMusic: nil,
          iTunes: nil,
          simulator: nil
        )
      )
    }
  }

  private init(
    developerToken: String,
    userToken: String?,
    appleMusic base: URL?,
    iTunes iTunesBase: URL?,
    simulator: ServiceSimulator?
  ) {
    let network = NetworkTransport()
    appleMusic = AppleMusicClient(
      developerTokens: StaticDeveloperTokenProvider(developerToken),
      userTokens: userToken.map { token in
        RequestedUserTokenProvider { _ in try MusicUserToken(token) }
      },
      storefront: "us",
      configuration: .init(
        baseURL: base,
        transport: ServiceTransport(network, policy: .appleMusic)
      )
    )
    iTunes = ITunesSearchClient(
      configuration: .init(
        baseURL: iTunesBase,
        transport: ServiceTransport(network, policy: .iTunes)
      )
    )
    self.simulator = simulator
  }
}
