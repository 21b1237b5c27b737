import Crypto
import Foundation
import PlayerKitSystem

/// Last.fm's calls for an app on behalf of a user: signed forms, with errors in the body. Without
/// `format=json` it responds in XML, like the real service.
final class LastFMService: SimulatedService {
  /// The keys of the only app and of its two users. Only the first one has a password.
  struct Account: Sendable {
    let key: String
    let secret: String
    let sessions: [String]
    let user = "example_user"
    let password = "example-password"

    var session: String { sessions.first ?? "" }
  }

  private let account: Account
  private let listens: CountedListens
  private let tokens = Locked<Set<String>>([])

  let endpoints = ["POST /2.0/", "GET /2.0/"].map(Endpoint.init)

  init(account: Account, listens: CountedListens) {
    self.account = account
    self.listens = listens
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let form = String(decoding: request.body, as: UTF8.self)
    let pairs = request.isReading ? request.query : Query.pairs(of: form)
    let fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    let writer = LastFMWriter(isJSON: fields["format"] == "json")
    guard request.path == "/2.0/" || request.path == "/2.0" else { return writer.failure(3) }
    guard fields["api_key"] == account.key else { return writer.failure(10) }
    guard fields["api_sig"] == signature(of: fields) else { return writer.failure(13) }
    switch fields["method"] {
    case "auth.getToken": return writer.token(makeToken())
    case "auth.getSession":
      // The user always grants access.
      guard tokens.withLock({ $0.remove(fields["token"] ?? "") }) != nil else {
        return writer.failure(15)
      }
      return writer.session(account)
    case "auth.getMobileSession":
      guard fields["username"] == account.user, fields["password"] == account.password else {
        return writer.failure(4)
      }
      return writer.session(account)
    default: break
    }
    guard !request.isReading else { return writer.failure(3) }
    guard let user = account.sessions.firstIndex(of: fields["sk"] ?? "") else {
      return writer.failure(9)
    }
    return write(fields, writer, of: user, body: request.body, at: request.now)
  }

  private func write(
    _ fields: [String: String],
    _ writer: LastFMWriter,
    of user: Int,
    body: Data,
    at now: Date
  ) -> SimulatedResponse {
    switch fields["method"] {
    case "track.updateNowPlaying":
      guard let artist = fields["artist"], let title = fields["track"] else {
        return writer.failure(6)
      }
      listens.nowPlaying = CountedListen(artist: artist, title: title, date: 0)
      return writer.nowPlaying(artist, title)
    case "track.scrobble":
      listens.keep(body: body)
      return scrobble(fields, writer, of: user, at: now)
    case "track.love", "track.unlove":
      guard let artist = fields["artist"], let title = fields["track"] else {
        return writer.failure(6)
      }
      let score = fields["method"] == "track.love" ? 1 : 0
      listens.setFeeling(score, of: artist + " / " + title)
      return writer.done
    default: return writer.failure(3)
    }
  }

  private func scrobble(
    _ fields: [String: String],
    _ writer: LastFMWriter,
    of user: Int,
    at now: Date
  ) -> SimulatedResponse {
    let single = fields["artist"] != nil
    let suffixes =
      single ? [""] : (0..<50).map { "[\($0)]" }.filter { fields["artist" + $0] != nil }
    guard !suffixes.isEmpty else { return writer.failure(6) }
    var verdicts: [LastFMWriter.Verdict] = []
    for suffix in suffixes {
      guard let artist = fields["artist" + suffix], let title = fields["track" + suffix],
        let date = fields["timestamp" + suffix].flatMap(Int.init), !artist.isEmpty, !title.isEmpty
      else { return writer.failure(6) }
      let listen = CountedListen(artist: artist, title: title, date: date, user: user)
      let age = Int(now.timeIntervalSince1970) - date
      var code = artist == "Unknown Artist" ? 1 : age > 14 * 86_400 ? 3 : age < -86_400 ? 4 : 0
      if code == 0, !listens.admits(listen, at: now) { code = 5 }
      if code == 0 { listens.count(listen) }
      verdicts.append(LastFMWriter.Verdict(listen: listen, ignored: code))
    }
    return writer.scrobbles(verdicts)
  }

  private func makeToken() -> String {
    let token = UUID().uuidString.filter { $0 != "-" }.lowercased()
    tokens.withLock { _ = $0.insert(token) }
    return token
  }

  private func signature(of fields: [String: String]) -> String {
    let unsigned: Set = ["format", "callback", "api_sig"]
    let text = fields.filter { !unsigned.contains($0.key) }
      .sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
      .map { $0.key + $0.value }.joined()
    return Insecure.MD5.hash(data: Data((text + account.secret).utf8))
      .map { $0.padded(2, radix: 16) }.joined()
  }

  func failure(status: Int) -> SimulatedResponse {
    LastFMWriter(isJSON: true).failure(status == 429 ? 29 : status == 503 ? 11 : 8, status: status)
  }
}
