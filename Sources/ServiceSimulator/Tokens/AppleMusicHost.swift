import Foundation

/// The Apple Music API behind the check of the developer token.
struct AppleMusicHost: SimulatedService {
  let check: DeveloperTokenCheck

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    guard check.accepts(authorization: request.headers["authorization"], now: request.now) else {
      return failure(status: 401)
    }
    if request.path == "/v1/test" { return SimulatedResponse(status: 200) }
    return failure(status: 404)
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    var answer = failure(status: 429)
    if let retryAfter { answer.headers.append(("Retry-After", String(retryAfter))) }
    return answer
  }

  func failure(status: Int) -> SimulatedResponse {
    // An unacceptable developer token is answered without any body.
    guard status != 401 else { return SimulatedResponse(status: 401) }
    let (title, detail) = Self.words[status] ?? (StatusPhrase.of(status), "The request failed")
    let error = Failure(
      id: Self.occurrence(),
      title: title,
      detail: detail,
      status: String(status),
      code: "\(status)00"
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return SimulatedResponse(
      status: status,
      headers: [("Content-Type", "application/json;charset=utf-8")],
      body: (try? encoder.encode(["errors": [error]])) ?? Data()
    )
  }

  private static let words: [Int: (title: String, detail: String)] = [
    403: ("Forbidden", "Invalid authentication"),
    404: ("Resource Not Found", "Resource with requested id was not found"),
    429: ("Too Many Requests", "The request rate is too high"),
  ]

  /// An identifier of one occurrence: 26 characters of base32.
  private static func occurrence() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    return String((0..<26).map { _ in alphabet[Int.random(in: alphabet.indices)] })
  }

  private struct Failure: Encodable {
    var id: String
    var title: String
    var detail: String
    var status: String
    var code: String
  }
}
