import Crypto
import Foundation

/// A request for tokens.
struct SpotifyTokenRequest {
  private let spotify: SpotifyState
  private let form: [String: String]
  private let authorization: String?
  private let now: Date

  init(_ request: SimulatedRequest, spotify: SpotifyState) throws(SpotifyTokenFailure) {
    let type = request.headers["content-type"]?.lowercased() ?? ""
    guard type.hasPrefix("application/x-www-form-urlencoded") else {
      throw .invalidRequest("The body must be a form")
    }
    let pairs = QueryString.pairs(of: String(decoding: request.body, as: UTF8.self))
    form = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    authorization = request.headers["authorization"]
    now = request.now
    self.spotify = spotify
  }

  func grant() throws(SpotifyTokenFailure) -> SpotifyTokenBook.Grant {
    switch form["grant_type"] {
    case "client_credentials":
      guard try hasSecret() else { throw .invalidClient }
      return spotify.withTokens { $0.grantApp(now: now) }
    case "authorization_code": return try exchange()
    case "refresh_token":
      let hasSecret = try client()
      guard let token = form["refresh_token"], !token.isEmpty else {
        throw .invalidRequest("refresh_token must be supplied")
      }
      return try spotify.withTokens { book throws(SpotifyTokenFailure) in
        try book.refresh(token, withSecret: hasSecret, now: now)
      }
    case .some, .none: throw .unsupportedGrant
    }
  }

  private func exchange() throws(SpotifyTokenFailure) -> SpotifyTokenBook.Grant {
    let hasSecret = try client()
    guard let text = form["code"], !text.isEmpty else {
      throw .invalidRequest("code must be supplied")
    }
    let code = try spotify.withTokens { book throws(SpotifyTokenFailure) in
      try book.useCode(text, now: now)
    }
    guard form["redirect_uri"] == code.redirectURI else {
      throw .invalidGrant("Invalid redirect URI")
    }
    if let challenge = code.challenge {
      guard let verifier = form["code_verifier"] else {
        throw .invalidRequest("code_verifier required")
      }
      let isOne = verifier.wholeMatch(of: /[A-Za-z0-9\-._~]{43,128}/) != nil
      let digest = Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
      guard isOne, digest == challenge else {
        throw .invalidGrant("code_verifier was incorrect")
      }
    } else if !hasSecret {
      throw .invalidClient
    }
    return spotify.withTokens {
      $0.grantUser(scopes: code.scopes, rotates: code.challenge != nil, now: now)
    }
  }

  /// Whether the app showed its secret; it must at least name itself.
  private func client() throws(SpotifyTokenFailure) -> Bool {
    if try hasSecret() { return true }
    guard form["client_id"] == spotify.client.id else { throw .invalidClient }
    return false
  }

  private func hasSecret() throws(SpotifyTokenFailure) -> Bool {
    guard let authorization else { return false }
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard
      parts.count == 2, parts[0].lowercased() == "basic",
      let decoded = Data(base64Encoded: String(parts[1]))
    else { throw .invalidClient }
    let pair = String(decoding: decoded, as: UTF8.self)
    guard pair.hasPrefix(spotify.client.id + ":") else { throw .invalidClient }
    guard pair == "\(spotify.client.id):\(spotify.client.secret)" else { throw .invalidSecret }
    return true
  }
}
