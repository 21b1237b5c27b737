import Foundation

/// Spotify's accounts: logins, which agree by themselves, and tokens.
struct SpotifyAccountsService: SimulatedService {
  let spotify: SpotifyState

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    switch request.path {
    case "/authorize": return authorize(request)
    case "/api/token":
      guard request.method == "POST" else {
        return SimulatedResponse(status: 405, headers: [("Allow", "POST")])
      }
      do throws(SpotifyTokenFailure) {
        return answer(try SpotifyTokenRequest(request, spotify: spotify).grant())
      } catch {
        return error.response
      }
    default: return SimulatedResponse(status: 404)
    }
  }

  func failure(status: Int) -> SimulatedResponse {
    let error =
      switch status {
      case 400: "invalid_request"
      case 401: "invalid_client"
      case 403: "access_denied"
      case 503: "temporarily_unavailable"
      default: "server_error"
      }
    return SpotifyTokenFailure(
      status: status,
      error: error,
      description: StatusPhrase.of(status)
    ).response
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    var response = SpotifyTokenFailure(
      status: 429,
      error: "too_many_requests",
      description: "Too many requests"
    ).response
    response.headers.append(("Retry-After", String(retryAfter ?? 1)))
    return response
  }

  // MARK: - Login

  private func authorize(_ request: SimulatedRequest) -> SimulatedResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return SimulatedResponse(status: 405, headers: [("Allow", "GET")])
    }
    func value(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
    // These two are told to the user, not to an address that may be somebody else's.
    guard value("client_id") == spotify.client.id else {
      return page("INVALID_CLIENT: Invalid client")
    }
    guard let redirect = value("redirect_uri"), !redirect.isEmpty else {
      return page("INVALID_CLIENT: Invalid redirect URI")
    }
    if let objection = SpotifyRedirectURI.objection(to: redirect) { return page(objection) }
    let state = value("state").map { [("state", $0)] } ?? []
    func back(_ items: [(String, String)]) -> SimulatedResponse {
      let location = QueryString.adding(items + state, to: redirect)
      return SimulatedResponse(status: 302, headers: [("Location", location)])
    }
    guard value("response_type") == "code" else {
      return back([("error", "unsupported_response_type")])
    }
    let scopes = SpotifyScope.set(value("scope") ?? "")
    guard scopes.isSubset(of: SpotifyScope.all) else { return back([("error", "invalid_scope")]) }
    let challenge = value("code_challenge")
    if let challenge {
      let isDigest = challenge.utf8.count == 43 && Base64URL.decode(challenge)?.count == 32
      guard value("code_challenge_method") == "S256", isDigest else {
        return back([("error", "invalid_request")])
      }
    }
    guard spotify.settings.consents, value("simulate") != "access_denied" else {
      return back([("error", "access_denied")])
    }
    let code = spotify.withTokens {
      $0.makeCode(redirectURI: redirect, scopes: scopes, challenge: challenge, now: request.now)
    }
    return back([("code", code)])
  }

  private func page(_ text: String) -> SimulatedResponse {
    SimulatedResponse(
      status: 400,
      headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Data(text.utf8)
    )
  }

  // MARK: - Tokens

  private func answer(_ grant: SpotifyTokenBook.Grant) -> SimulatedResponse {
    var object: JSONObject = [
      "access_token": .string(grant.accessToken), "token_type": "Bearer",
      "expires_in": .number(Int(SpotifyTokenBook.accessLife)),
    ]
    object["refresh_token"] = grant.refreshToken.map { .string($0) }
    object["scope"] = grant.scopes.map { .string(SpotifyScope.text($0)) }
    var response = SimulatedResponse.json(.object(object))
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}
