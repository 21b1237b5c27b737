import Foundation

/// Spotify's accounts: logins, which succeed by themselves, and tokens.
struct SpotifyAccountsService: SimulatedService {
  let spotify: SpotifyState

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    switch request.path {
    case "/authorize": return authorize(request)
    case "/api/token":
      guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
      return answer(try SpotifyTokenRequest(request, spotify: spotify).grant())
    default: return SimulatedResponse(status: 404)
    }
  }

  func failure(status: Int) -> SimulatedResponse {
    let known = [
      400: "invalid_request", 401: "invalid_client", 403: "access_denied",
      503: "temporarily_unavailable",
    ]
    let description = SimulatedResponse.phrase(of: status)
    return SpotifyTokenFailure.error(status, known[status] ?? "server_error", description).response
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    SpotifyTokenFailure.error(429, "too_many_requests", "Too many requests").response
      .adding("Retry-After", String(retryAfter ?? 1))
  }

  // MARK: - Login

  private func authorize(_ request: SimulatedRequest) -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET") }
    let query = Query(pairs: request.query)
    // These two errors are shown to the user. Redirecting could reach a foreign address.
    guard query["client_id"] == spotify.client.id else {
      return .text(400, "INVALID_CLIENT: Invalid client")
    }
    guard let redirect = query["redirect_uri"], !redirect.isEmpty else {
      return .text(400, "INVALID_CLIENT: Invalid redirect URI")
    }
    if let objection = Self.objection(toRedirect: redirect) { return .text(400, objection) }
    let state = query["state"].map { [(name: "state", value: $0)] } ?? []
    func back(_ name: String, _ value: String) -> SimulatedResponse {
      let location = Query.adding([(name: name, value: value)] + state, to: redirect)
      return SimulatedResponse(status: 302, headers: [("Location", location)])
    }
    guard query["response_type"] == "code" else {
      return back("error", "unsupported_response_type")
    }
    let scopes = SpotifyScope.set(query["scope"] ?? "")
    guard scopes.isSubset(of: SpotifyScope.all) else { return back("error", "invalid_scope") }
    let challenge = query["code_challenge"]
    if let challenge {
      let isDigest = challenge.utf8.count == 43 && Base64URL.decode(challenge)?.count == 32
      guard query["code_challenge_method"] == "S256", isDigest else {
        return back("error", "invalid_request")
      }
    }
    guard spotify.settings.consents, query["simulate"] != "access_denied" else {
      return back("error", "access_denied")
    }
    let code = spotify.withTokens {
      $0.makeCode(redirectURI: redirect, scopes: scopes, challenge: challenge, now: request.now)
    }
    return back("code", code)
  }

  // MARK: - Tokens

  private func answer(_ grant: SpotifyTokenBook.Grant) -> SimulatedResponse {
    .json([
      "access_token": .string(grant.accessToken), "token_type": "Bearer",
      "expires_in": .number(Int(SpotifyTokenBook.accessLife)),
      "refresh_token": .string(grant.refreshToken),
      "scope": .string(grant.scopes.map(SpotifyScope.text)),
    ]).adding("Cache-Control", "no-store")
  }
}
