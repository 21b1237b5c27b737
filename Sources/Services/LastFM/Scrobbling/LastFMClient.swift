import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// Reports to Last.fm on behalf of a user: the current track, plays and loved tracks.
///
/// ```swift
/// let client = LastFMClient(key: key, secret: secret)
/// let token = try await client.token()
/// open(client.authorizationURL(for: token))       // the user allows it there
/// let session = try await client.session(for: token)
/// ```
///
/// A value that can be used on any thread. The client retries only if Last.fm reports too many
/// requests.
public struct LastFMClient: Sendable, Redacted {
  /// The maximum number of plays per ``scrobble(_:)`` call.
  public static let maximumPlays = 50

  /// The session of the account to write to; `nil` if no user is signed in.
  public var session: LastFMSession?

  private let key: String
  private let secret: String
  private let requester: ServiceRequester

  /// Creates a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - session: The user's permission. Without it, calls that write throw.
  ///   - configuration: How the client reaches the service.
  ///   - key: The app's API key.
  ///   - secret: The app's shared secret. It signs requests and is never sent.
  ///   - userAgent: The name and version of the app.
  public init(
    key: String,
    secret: String,
    session: LastFMSession? = nil,
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.key = key
    self.secret = secret
    self.session = session
    requester = .lastFM(
      userAgent: userAgent,
      bodyType: "application/x-www-form-urlencoded",
      configuration: configuration
    )
  }

  /// Sends a signed call.
  private func send(
    _ method: String,
    _ fields: [String: String] = [:],
    needsSession: Bool = true
  ) async throws -> JSONValue {
    var fields = fields
    fields["method"] = method
    fields["api_key"] = key
    if needsSession {
      guard let session else {
        throw CatalogError(
          .missingCredential,
          "No user is signed in to Last.fm. Sign in first.",
          service: .lastFM
        )
      }
      fields["sk"] = session.key
    }
    fields["api_sig"] = signature(of: fields)
    fields["format"] = "json"
    let body = fields.sorted { $0.key < $1.key }
      .map { PercentEncoding.segment($0.key) + "=" + PercentEncoding.segment($0.value) }
      .joined(separator: "&")
    return try await requester.value(
      of: CatalogRequest("/2.0/", method: .post, body: Data(body.utf8))
    )
  }
}

extension LastFMClient {
  private static let unsigned: Set<String> = ["format", "callback", "api_sig"]

  /// Returns the signature of a call: its sorted fields, followed by the app's secret.
  ///
  /// Sorts by the bytes of the names: `artist[10]` comes before `artist[1]`.
  private func signature(of fields: [String: String]) -> String {
    let signed = fields.filter { !Self.unsigned.contains($0.key) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return MD5.hex(signed.map { $0.key + $0.value }.joined() + secret)
  }
}

// MARK: - Signing in

extension LastFMClient {
  /// Returns a token for a sign-in, valid for an hour.
  public func token() async throws -> String {
    let answer = try await send("auth.getToken", needsSession: false)
    guard let token = answer["token"]?.string, !token.isEmpty else { throw Self.malformed }
    return token
  }

  /// Returns the page on which the user allows the app to write.
  ///
  /// - Parameter token: The token of the sign-in.
  /// - Parameter page: The address of that page, if another server hosts it.
  public func authorizationURL(
    for token: String,
    at page: String = "https://www.last.fm/api/auth/"
  ) -> URL? {
    var components = URLComponents(string: page)
    components?.queryItems = [
      URLQueryItem(name: "api_key", value: key), URLQueryItem(name: "token", value: token),
    ]
    return components?.url
  }

  /// Completes a sign-in.
  ///
  /// - Throws: `CatalogError`: `signInRequired` if the user has not allowed access yet,
  ///   `invalidCredential` if the token has expired.
  public func session(for token: String) async throws -> LastFMSession {
    let answer = try await send("auth.getSession", ["token": token], needsSession: false)
    guard let name = answer["session"]?["name"]?.string,
      let key = answer["session"]?["key"]?.string, !key.isEmpty
    else { throw Self.malformed }
    return LastFMSession(name: name, key: key)
  }

  private static var malformed: CatalogError {
    CatalogError(
      .malformedReply,
      "Last.fm's answer does not contain the requested data.",
      service: .lastFM
    )
  }
}

// MARK: - Scrobbling

extension LastFMClient {
  /// Reports the current track. The report is only useful at that moment: do not repeat it if it
  /// fails.
  public func updateNowPlaying(_ play: Listen) async throws {
    _ = try await send("track.updateNowPlaying", play.fields("", withDate: false))
  }

  /// Reports plays. Takes up to ``maximumPlays`` at once and ignores the rest.
  ///
  /// - Returns: The verdict on each play, in the order of `plays`. If Last.fm returns a different
  ///   number of verdicts, they cannot be matched to plays.
  /// - Throws: `CatalogError`. Then it is unknown whether any of the plays counts.
  public func scrobble(_ plays: [Listen]) async throws -> [LastFMVerdict] {
    let plays = plays.prefix(Self.maximumPlays)
    guard !plays.isEmpty else { return [] }
    var fields: [String: String] = [:]
    for (place, play) in plays.enumerated() {
      fields.merge(play.fields("[\(place)]", withDate: true)) { first, _ in first }
    }
    let answer = try await send("track.scrobble", fields)
    guard let scrobbles = answer["scrobbles"] else { throw Self.malformed }
    let told = scrobbles["scrobble"]
    return (told?.array ?? told.map { [$0] } ?? []).map(LastFMVerdict.init)
  }

  /// Loves or unloves a track. Repeating a call changes nothing.
  public func setLoved(_ isLoved: Bool, artist: String, title: String) async throws {
    let method = isLoved ? "track.love" : "track.unlove"
    _ = try await send(method, ["artist": artist, "track": title])
  }
}

extension LastFMVerdict {
  fileprivate init(_ value: JSONValue) {
    let ignored = value["ignoredMessage"]
    let code = ignored?["code"].flatMap { $0.int ?? $0.string.flatMap(Int.init) } ?? 0
    self = code == 0 ? .accepted : .ignored(code: code, message: ignored?["#text"]?.string ?? "")
  }
}
