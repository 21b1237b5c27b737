import Foundation
import PlayerKitSystem

/// The only user of the simulated Jellyfin, and the server's API key.
struct JellyfinKeys: Sendable, Hashable {
  var user: String
  var password: String
  var apiKey: String
}

/// A playback report that the simulated Jellyfin received.
package struct JellyfinPlaybackReport: Sendable, Hashable {
  /// `started`, `progress`, or `stopped`.
  package var moment: String
  package var item: String
  package var session: String
  package var ticks: Int
  package var isPaused: Bool
}

/// The sign-ins of the simulated Jellyfin, and the changes of its user.
final class JellyfinState: Sendable {
  struct List: Sendable {
    var name: String
    /// The songs with the ids of their places.
    var songs: [(place: String, song: Int)]
  }

  private struct QuickConnect: Sendable {
    var code: String
    var deviceID: String
    var isAuthorized = false
    var expires: Date
  }

  private struct Content: Sendable {
    /// The tokens of devices, by the devices' ids.
    var tokens: [String: String] = [:]
    var attempts: [String: QuickConnect] = [:]
    var hasQuickConnect = true
    var consents = false
    var isEmby = false
    var favorites: Set<String> = []
    var lists: [String: List] = [:]
    var reports: [JellyfinPlaybackReport] = []
    /// The starts of transcodes in ticks, by their play sessions.
    var transcodes: [String: Int] = [:]
    var made = 0
  }

  let keys: JellyfinKeys
  private let content = Locked(Content())

  init(keys: JellyfinKeys) { self.keys = keys }

  func reset() { content.withLock { $0 = Content() } }

  // MARK: - Sign-ins

  var hasQuickConnect: Bool {
    get { content.withLock { $0.hasQuickConnect && !$0.isEmby } }
    set { content.withLock { $0.hasQuickConnect = newValue } }
  }

  /// Whether the user enters each code at once.
  var consents: Bool {
    get { content.withLock(\.consents) }
    set { content.withLock { $0.consents = newValue } }
  }

  /// Whether the server answers as Emby does: without lyrics, Quick Connect, and newer paths.
  var isEmby: Bool {
    get { content.withLock(\.isEmby) }
    set { content.withLock { $0.isEmby = newValue } }
  }

  func accepts(_ token: String) -> Bool {
    token == keys.apiKey || content.withLock { $0.tokens.values.contains(token) }
  }

  /// Makes the token of a device. An earlier one ends.
  func grant(_ deviceID: String) -> String {
    content.withLock { content in
      let token = Self.secret()
      content.tokens[deviceID] = token
      return token
    }
  }

  func end(_ token: String) {
    content.withLock { $0.tokens = $0.tokens.filter { $0.value != token } }
  }

  func endAll() { content.withLock { $0.tokens = [:] } }

  func startQuickConnect(_ deviceID: String, at now: Date) -> (secret: String, code: String) {
    content.withLock { content in
      content.made += 1
      let (secret, code) = (Self.secret(), String(100_000 + content.made * 7_919 % 900_000))
      content.attempts[secret] = QuickConnect(
        code: code,
        deviceID: deviceID,
        isAuthorized: content.consents,
        expires: now.addingTimeInterval(600)
      )
      return (secret, code)
    }
  }

  /// Whether the code of an attempt was entered; `nil` for an unknown or expired attempt.
  func quickConnect(_ secret: String, at now: Date) -> (code: String, isAuthorized: Bool)? {
    content.withLock { content in
      guard let attempt = content.attempts[secret], now < attempt.expires else { return nil }
      return (attempt.code, attempt.isAuthorized)
    }
  }

  /// Returns whether the code was known.
  func authorize(code: String) -> Bool {
    content.withLock { content in
      guard let secret = content.attempts.first(where: { $0.value.code == code })?.key else {
        return false
      }
      content.attempts[secret]?.isAuthorized = true
      return true
    }
  }

  /// Uses up an authorized attempt. Returns the id of its device.
  func redeem(_ secret: String, at now: Date) -> String? {
    content.withLock { content in
      guard let attempt = content.attempts[secret], attempt.isAuthorized, now < attempt.expires
      else { return nil }
      content.attempts[secret] = nil
      return attempt.deviceID
    }
  }

  // MARK: - The user's changes

  var favorites: Set<String> { content.withLock(\.favorites) }

  func setFavorite(_ isFavorite: Bool, _ id: String) {
    content.withLock { content in
      if isFavorite { content.favorites.insert(id) } else { content.favorites.remove(id) }
    }
  }

  var lists: [String: List] { content.withLock(\.lists) }

  func makeList(_ name: String, _ songs: [Int]) -> String {
    let id = Self.secret()
    content.withLock { $0.lists[id] = List(name: name, songs: []) }
    _ = add(songs, to: id)
    return id
  }

  /// Returns whether the user made the list.
  func add(_ songs: [Int], to id: String) -> Bool {
    content.withLock { content in
      guard content.lists[id] != nil else { return false }
      content.lists[id]?.songs += songs.map { (place: Self.secret(), song: $0) }
      return true
    }
  }

  func remove(_ places: [String], from id: String) -> Bool {
    content.withLock { content in
      guard content.lists[id] != nil else { return false }
      content.lists[id]?.songs.removeAll { places.contains($0.place) }
      return true
    }
  }

  func removeList(_ id: String) -> Bool {
    content.withLock { $0.lists.removeValue(forKey: id) != nil }
  }

  // MARK: - Playback

  var reports: [JellyfinPlaybackReport] { content.withLock(\.reports) }

  func add(_ report: JellyfinPlaybackReport) { content.withLock { $0.reports.append(report) } }

  /// The start of a transcode in ticks. Later requests of the same play session get the file that
  /// the first one started.
  func start(ofTranscode session: String, at ticks: Int) -> Int {
    content.withLock { content in
      if let known = content.transcodes[session] { return known }
      content.transcodes[session] = ticks
      return ticks
    }
  }

  /// 32 hexadecimal digits.
  private static func secret() -> String {
    (0..<2).map { _ in UInt64.random(in: .min ... .max).padded(16, radix: 16) }.joined()
  }
}
