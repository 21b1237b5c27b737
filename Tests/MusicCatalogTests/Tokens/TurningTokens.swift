import Locking
import MusicCatalog

/// Gives one token after another, each next one when the present is refused; the last for ever.
final class Turning<Token: Hashable & Sendable>: Sendable {
  private let tokens: [Token]
  private let state = Locked((index: 0, refusals: 0))

  init(tokens: [Token]) { self.tokens = tokens }

  var refusals: Int { state.withLock { $0.refusals } }

  func token() async throws -> Token { tokens[state.withLock { $0.index }] }

  func refused(_ token: Token) async {
    state.withLock { state in
      state.refusals += 1
      if token == tokens[state.index], state.index + 1 < tokens.count { state.index += 1 }
    }
  }
}

typealias TurningTokens = Turning<DeveloperToken>

extension Turning: DeveloperTokenProvider where Token == DeveloperToken {
  convenience init(count: UInt8 = 1) throws {
    self.init(tokens: try (1...count).map { try SampleToken.make($0) })
  }

  /// The header fields of its tokens.
  var fields: [String] { tokens.map { "Bearer \($0.secret)" } }
}

typealias TurningUserTokens = Turning<MusicUserToken>

extension Turning: UserTokenProvider where Token == MusicUserToken {
  convenience init(_ names: [String]) throws {
    self.init(tokens: try names.map { try MusicUserToken($0) })
  }
}

typealias TurningSpotifyTokens = Turning<SpotifyAccessToken>

extension Turning: SpotifyTokenProvider where Token == SpotifyAccessToken {
  convenience init(_ names: [String] = ["one"]) {
    self.init(tokens: names.map { SpotifyAccessToken($0) })
  }

  func accessToken() async throws -> SpotifyAccessToken { try await token() }
}
