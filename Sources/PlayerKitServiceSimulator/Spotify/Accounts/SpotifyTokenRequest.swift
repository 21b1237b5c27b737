import Crypto
import Foundation
import PlayerKitSystem

/// A request for tokens.
struct SpotifyTokenRequest {
  private let spotify: SpotifyState
  private let form: Query
  private let authorization: String?
  private let now: Date

  init(_ request: SimulatedRequest, spotify: SpotifyState) throws {
    let type = request.headers["content-type"]?.lowercased() ?? ""
    guard type.hasPrefix("application/x-www-form-urlencoded") else {
      throw SpotifyTokenFailure.invalidRequest("The body must be a form")
    }
    form = Query(pairs: Query.pairs(of: String(decoding: request.body, as: UTF8.self)))
    authorization = request.headers["authorization"]
    now = request.now
    self.spotify = spotify
  }

  func grant() throws -> SpotifyTokenBook.Grant {
    switch form["grant_type"] {
    case "client_credentials":
      guard try hasSecret() else { throw SpotifyTokenFailure.invalidClient }
      return spotify.withTokens { $0.grantApp(now: now) }
    case "authorization_code": return try exchange()
    case "refresh_token":
      let hasSecret = try client()
      guard let token = form["refresh_token"], !token.isEmpty else {
        throw SpotifyTokenFailure.invalidRequest("refresh_token must be supplied")
      }
      return try spotify.withTokens {
        try $0.refresh(token, withSecret: hasSecret, now: now)
      }
    case .some, .none: throw SpotifyTokenFailure.unsupportedGrant
    }
  }

  private func exchange() throws -> SpotifyTokenBook.Grant {
    let hasSecret = try client()
    guard let text = form["code"], !text.isEmpty else {
      throw SpotifyTokenFailure.invalidRequest("code must be supplied")
    }
    let code = try spotify.withTokens { try $0.useCode(text, now: now) }
    guard form["redirect_uri"] == code.redirectURI else {
      throw SpotifyTokenFailure.invalidGrant("Invalid redirect URI")
    }
    if let challenge = code.challenge {
      guard let verifier = form["code_verifier"] else {
        throw SpotifyTokenFailure.invalidRequest("code_verifier required")
      }
      let isOne = verifier.wholeMatch(of: /[A-Za-z0-9\-._~]{43,128}/) != nil
      let digest = Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
      guard isOne, digest == challenge else {
        throw SpotifyTokenFailure.invalidGrant("code_verifier was incorrect")
      }
    } else if !hasSecret {
      throw SpotifyTokenFailure.invalidClient
    }
    return spotify.withTokens {
      $0.grantUser(scopes: code.scopes, rotates: code.challenge != nil, now: now)
    }
  }

  /// Whether the app sent its secret. It must at least send its id.
  private func client() throws -> Bool {
    if try hasSecret() { return true }
    guard form["client_id"] == spotify.client.id else { throw SpotifyTokenFailure.invalidClient }
    return false
  }

  private func hasSecret() throws -> Bool {
    guard let authorization else { return false }
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard
      parts.count == 2, parts[0].lowercased() == "basic",
      let decoded = Data(base64Encoded: String(parts[1]))
    else { throw SpotifyTokenFailure.invalidClient }
    let pair = String(decoding: decoded, as: UTF8.self)
    guard pair.hasPrefix(spotify.client.id + ":") else { throw SpotifyTokenFailure.invalidClient }
    guard pair == "\(spotify.client.id):\(spotify.client.secret)" else {
      throw SpotifyTokenFailure.invalidSecret
    }
    return true
  }
}

/// The scopes that a user may grant.
enum SpotifyScope {
  static let all: Set<String> = [
    "user-read-playback-state", "user-modify-playback-state", "user-read-currently-playing",
    "streaming", "app-remote-control", "user-read-recently-played", "user-top-read",
    "user-read-playback-position", "user-library-read", "user-library-modify",
    "playlist-read-private", "playlist-read-collaborative", "playlist-modify-private",
    "playlist-modify-public", "user-follow-read", "user-follow-modify", "user-read-private",
    "user-read-email",
  ]

  /// Splits a text with scopes at its spaces.
  static func set(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  static func text(_ scopes: Set<String>) -> String {
    scopes.sorted().joined(separator: " ")
  }
}

/// Error responses of the token endpoint.
enum SpotifyTokenFailure {
  static let invalidClient = error(400, "invalid_client", "Invalid client")
  static let invalidSecret = error(400, "invalid_client", "Invalid client secret")
  static let unsupportedGrant = error(
    400,
    "unsupported_grant_type",
    "grant_type must be client_credentials, authorization_code or refresh_token"
  )

  static func invalidGrant(_ description: String) -> Refusal {
    error(400, "invalid_grant", description)
  }

  static func invalidRequest(_ description: String) -> Refusal {
    error(400, "invalid_request", description)
  }

  static func error(_ status: Int, _ error: String, _ description: String) -> Refusal {
    Refusal(status, ["error": .string(error), "error_description": .string(description)])
  }
}

extension SpotifyAccountsService {
  /// The page's error message for an invalid redirect address of a login, or `nil` for a valid one.
  /// The rules hold since November 2025.
  static func objection(toRedirect text: String) -> String? {
    guard
      let url = URLComponents(string: text),
      let scheme = url.scheme?.lowercased(),
      url.fragment == nil
    else { return "INVALID_CLIENT: Invalid redirect URI" }
    let host = (url.host ?? "").lowercased()
    switch scheme {
    case "https":
      return host.isEmpty ? "INVALID_CLIENT: Invalid redirect URI" : nil
    case "http":
      // Only numeric loopback addresses are allowed, because a name can be redirected.
      let isLoopback = ["127.0.0.1", "[::1]", "::1"].contains(host)
      return isLoopback ? nil : "INVALID_CLIENT: Insecure redirect URI"
    case "javascript", "data", "file":
      return "INVALID_CLIENT: Insecure redirect URI"
    case let custom:
      let isOwn = custom.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil
      return isOwn ? nil : "INVALID_CLIENT: Invalid redirect URI"
    }
  }
}
