import Crypto
import Foundation
import PlayerKitSystem

/// SoundCloud's authorization server: sign-ins, which succeed by themselves, and tokens.
struct SoundCloudAccountsService: SimulatedService {
  let state: SoundCloudState

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    switch (request.method, request.path) {
    case ("GET", "/authorize"): return try authorize(request)
    case ("POST", "/oauth/token"): return try tokens(request)
    case ("POST", "/sign-out"):
      if let token = request.object?["access_token"] as? String { state.signOut(token) }
      return .json([:])
    default: throw SoundCloudFailure.notFound
    }
  }

  func failure(status: Int) -> SimulatedResponse { SoundCloudFailure.error(status).response }

  private func authorize(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let query = Query(pairs: request.query)
    guard query["client_id"] == state.client.id, let redirect = query["redirect_uri"],
      query["response_type"] == "code", query["code_challenge_method"] == "S256",
      let challenge = query["code_challenge"], challenge.utf8.count == 43
    else { throw SoundCloudFailure.error(400, "invalid_request") }
    let code = state.makeCode(challenge: challenge, redirectURI: redirect, at: request.now)
    let answer = [(name: "code", value: code), (name: "state", value: query["state"] ?? "")]
    let location = Query.adding(answer, to: redirect)
    return SimulatedResponse(status: 302, headers: [("Location", location)])
  }

  private func tokens(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let form = Query(pairs: Query.pairs(of: String(decoding: request.body, as: UTF8.self)))
    switch form["grant_type"] {
    case "client_credentials":
      let pair = Data("\(state.client.id):\(state.client.secret)".utf8)
      guard request.headers["authorization"] == "Basic " + pair.base64EncodedString() else {
        throw SoundCloudFailure.error(401, "invalid_client")
      }
      guard let token = state.grantApp(at: request.now) else {
        throw SoundCloudFailure.error(429, "rate_limit_exceeded")
      }
      return answer(token, nil)
    case "authorization_code":
      try checkApp(form)
      guard let code = state.use(code: form["code"] ?? "", at: request.now),
        code.redirectURI == form["redirect_uri"],
        Base64URL.encode(Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))))
          == code.challenge
      else { throw Self.invalidGrant }
    case "refresh_token":
      try checkApp(form)
      guard state.use(refresh: form["refresh_token"] ?? "") else { throw Self.invalidGrant }
    default: throw SoundCloudFailure.error(400, "unsupported_grant_type")
    }
    let grant = state.grantUser(at: request.now)
    return answer(grant.access, grant.refresh)
  }

  private func checkApp(_ form: Query) throws {
    guard form["client_id"] == state.client.id, form["client_secret"] == state.client.secret
    else { throw SoundCloudFailure.error(401, "invalid_client") }
  }

  private func answer(_ access: String, _ refresh: String?) -> SimulatedResponse {
    .json([
      "access_token": .string(access), "token_type": "bearer", "scope": "",
      "expires_in": .number(Int(SoundCloudState.accessLife)), "refresh_token": .string(refresh),
    ])
  }

  private static let invalidGrant = Refusal(400, ["error": "invalid_grant"])
}

/// Error responses, in the documented form and in the old one.
enum SoundCloudFailure {
  static let notFound = Refusal(404, ["errors": [["error_message": "404 - Not Found"]]])

  static func error(_ status: Int, _ message: String? = nil) -> Refusal {
    let phrase = SimulatedResponse.phrase(of: status)
    return Refusal(
      status,
      [
        "code": .number(status), "message": .string(message ?? phrase),
        "link": "https://developers.soundcloud.com/docs/api/explorer/open-api",
        "status": .string("\(status) - \(phrase)"), "errors": [], "error": .null,
        "error_code": .string(message),
      ]
    )
  }

  static func plays(until date: Date, most: Int = 15_000) -> Refusal {
    Refusal(
      429,
      [
        "errors": [
          [
            "meta": [
              "rate_limit": [
                "bucket": "by-client", "max_nr_of_requests": .number(most),
                "time_window": "PT24H", "name": "plays",
              ]
            ], "remaining_requests": 0, "reset_time": .string(SoundCloudWriter.date(date)),
          ]
        ]
      ]
    )
  }
}
