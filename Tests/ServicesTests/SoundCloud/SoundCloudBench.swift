import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSoundCloud
import PlayerKitTesting
import TestSupport

/// The simulated SoundCloud, with clients of it.
struct SoundCloudBench {
  let simulator: ServiceSimulator
  /// Moves with the simulator's clock, without the time that the test itself takes.
  let clock = ManualClock(dateOfOrigin: Date())
  let log = Recorded<String>()

  /// Runs `body` on its own simulator.
  static func with(_ body: (SoundCloudBench) async throws -> Void) async throws {
    let simulator = try await ServiceSimulator.start()
    do {
      try await body(SoundCloudBench(simulator: simulator))
      await simulator.stop()
    } catch {
      await simulator.stop()
      throw error
    }
  }

  var logger: Logger { Logger(label: "test") { [log] _ in NotedLog(log) } }

  /// Moves both clocks.
  func advance(by duration: Duration) {
    simulator.advance(by: duration)
    clock.advance(by: duration)
  }

  var configuration: OAuthConfiguration {
    .soundCloud(
      clientID: simulator.soundCloudClientID,
      clientSecret: simulator.soundCloudClientSecret,
      accounts: simulator.soundCloudAccounts
    )
  }

  func tokens(
    of owner: OAuthSession.Owner,
    _ store: any OAuthTokenStore = OAuthMemoryTokenStore()
  ) throws -> OAuthSession {
    try OAuthSession(
      configuration,
      of: owner,
      store: store,
      transport: NetworkTransport(),
      clock: clock
    )
  }

  /// Tokens of a user who has signed in.
  func signedIn() -> OAuthToken {
    let tokens = simulator.makeSoundCloudUserTokens()
    return OAuthToken(
      accessToken: tokens.accessToken,
      expiresAt: clock.date.addingTimeInterval(3_599),
      refreshToken: tokens.refreshToken
    )
  }

  func client(_ tokens: (any OAuthTokenProvider)? = nil) throws -> SoundCloudClient {
    let tokens = try tokens ?? self.tokens(of: .app)
    return SoundCloudClient(
      tokens: tokens,
      configuration: ClientConfiguration(
        baseURL: simulator.soundCloud,
        transport: ServiceTransport(
          NetworkTransport(),
          policy: .soundCloud,
          clock: SystemPlaybackClock(),
          logger: logger
        ),
        clock: clock,
        logger: logger
      )
    )
  }

  /// How often a path with this ending was requested.
  func count(_ end: String) -> Int { simulator.requests.count { $0.path.hasSuffix(end) } }
}

/// A token that never changes.
struct FixedSoundCloudToken: OAuthTokenProvider {
  static let secret = "2-a-secret-token"

  func accessToken() async -> OAuthAccessToken { OAuthAccessToken(Self.secret) }
  func refused(_ token: OAuthAccessToken) async {}
}

enum SoundCloudStub {
  /// A client of answers that a test writes.
  static func client(
    _ transport: any HTTPTransport,
    tokens: any OAuthTokenProvider = FixedSoundCloudToken(),
    clock: any PlaybackClock = ManualClock()
  ) -> SoundCloudClient {
    SoundCloudClient(
      tokens: tokens,
      configuration: ClientConfiguration(transport: transport, clock: clock)
    )
  }

  static func track(_ id: Int, access: String = "playable", _ more: String = "") -> String {
    #"""
    {"kind":"track","urn":"soundcloud:tracks:\#(id)","title":"Opening Night","duration":213400,
    "access":"\#(access)","user":{"kind":"user","urn":"soundcloud:users:9",
    "username":"The Example Band"}\#(more)}
    """#
  }

  static func urn(_ text: String) throws -> SoundCloud.URN {
    guard let urn = SoundCloud.URN(rawValue: text) else { throw CocoaError(.featureUnsupported) }
    return urn
  }
}
