import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport

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
