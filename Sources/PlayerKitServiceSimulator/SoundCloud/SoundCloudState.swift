import Foundation
import PlayerKitSystem

/// The tokens of the simulated SoundCloud, and the changes of its user.
final class SoundCloudState: Sendable {
  /// The rights of a token.
  struct Access: Sendable {
    var isUser: Bool
    var expires: Date
  }

  private struct Content: Sendable {
    var accesses: [String: Access] = [:]
    var refreshes: Set<String> = []
    var codes: [String: (challenge: String, redirectURI: String, expires: Date)] = [:]
    var plays: [Date] = []
    var maximumPlays = 15_000
    var appTokens: [Date] = []
    var likes: [Int] = [3, 8, 12]
  }

  static let accessLife: TimeInterval = 3_599
  private static let day: TimeInterval = 86_400

  let client: ClientKey
  private let content = Locked(Content())

  init(client: ClientKey) { self.client = client }

  func reset() { content.withLock { $0 = Content() } }

  // MARK: - Tokens

  func access(_ token: String, at now: Date) -> Access? {
    content.withLock { content in content.accesses[token].flatMap { now < $0.expires ? $0 : nil } }
  }

  /// Makes an app token. Returns `nil` if 50 were made within 12 hours.
  func grantApp(at now: Date) -> String? {
    content.withLock { content in
      content.appTokens.removeAll { now.timeIntervalSince($0) >= Self.day / 2 }
      guard content.appTokens.count < 50 else { return nil }
      content.appTokens.append(now)
      return Self.make(&content, isUser: false, now)
    }
  }

  func grantUser(at now: Date) -> (access: String, refresh: String) {
    content.withLock { content in
      let refresh = Self.secret()
      content.refreshes.insert(refresh)
      return (Self.make(&content, isUser: true, now), refresh)
    }
  }

  /// Uses up a refresh token. Returns whether it was valid.
  func use(refresh token: String) -> Bool {
    content.withLock { $0.refreshes.remove(token) != nil }
  }

  func makeCode(challenge: String, redirectURI: String, at now: Date) -> String {
    content.withLock { content in
      let code = Self.secret()
      content.codes[code] = (challenge, redirectURI, now.addingTimeInterval(600))
      return code
    }
  }

  /// Uses up a code. Returns its challenge and redirect address.
  func use(code: String, at now: Date) -> (challenge: String, redirectURI: String)? {
    content.withLock { content in
      guard let known = content.codes.removeValue(forKey: code), now < known.expires else {
        return nil
      }
      return (known.challenge, known.redirectURI)
    }
  }

  func signOut(_ token: String) { content.withLock { $0.accesses[token] = nil } }

  private static func make(_ content: inout Content, isUser: Bool, _ now: Date) -> String {
    let token = secret()
    content.accesses[token] = Access(isUser: isUser, expires: now + accessLife)
    return token
  }

  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return "2-" + Base64URL.encode(Data(bytes))
  }

  // MARK: - Plays and likes

  func setMaximumPlays(_ count: Int) { content.withLock { $0.maximumPlays = count } }

  /// Counts a play and returns `nil`. If no plays are left, returns when there will be one.
  func play(at now: Date) -> Date? {
    content.withLock { content in
      content.plays.removeAll { now.timeIntervalSince($0) >= Self.day }
      guard content.plays.count < content.maximumPlays else {
        return (content.plays.first ?? now) + Self.day
      }
      content.plays.append(now)
      return nil
    }
  }

  var likes: [Int] { content.withLock(\.likes) }

  func like(_ song: Int, _ likes: Bool) {
    content.withLock { content in
      content.likes.removeAll { $0 == song }
      if likes { content.likes.insert(song, at: 0) }
    }
  }
}
