import Foundation

/// A refusal of the Web API.
struct SpotifyFailure: Error, Hashable {
  var status: Int
  var message: String
  /// Only the player gives one, and the quota.
  var reason: String?
  var retryAfter: Int?

  static let badID = SpotifyFailure(status: 400, message: "Invalid base62 id")
  static let badLimit = SpotifyFailure(status: 400, message: "Invalid limit")
  static let badOffset = SpotifyFailure(status: 400, message: "Invalid offset")
  static let badMarket = SpotifyFailure(status: 400, message: "Invalid market code")
  static let badBody = SpotifyFailure(status: 400, message: "Error parsing JSON.")
  static let badScheme = SpotifyFailure(
    status: 400,
    message: "Only valid bearer authentication supported"
  )
  static let noToken = SpotifyFailure(status: 401, message: "No token provided")
  static let badToken = SpotifyFailure(status: 401, message: "Invalid access token")
  static let expired = SpotifyFailure(status: 401, message: "The access token expired")
  static let noUser = SpotifyFailure(status: 401, message: "Valid user authentication required")
  static let forbidden = SpotifyFailure(status: 403, message: "Forbidden")
  static let scope = SpotifyFailure(status: 403, message: "Insufficient client scope")
  static let blocked = SpotifyFailure(
    status: 403,
    message: "Your application is blocked from accessing the Web API since you do not have a "
      + "Spotify Premium subscription"
  )
  static let notFound = SpotifyFailure(status: 404, message: "Resource not found")
  static let noService = SpotifyFailure(status: 404, message: "Service not found")
  static let method = SpotifyFailure(status: 405, message: "Method not allowed")
  static let quota = SpotifyFailure(
    status: 429,
    message: "Too many requests",
    reason: "QUOTA_EXCEEDED"
  )

  static func rate(retryAfter: Int) -> SpotifyFailure {
    SpotifyFailure(status: 429, message: "API rate limit exceeded", retryAfter: retryAfter)
  }

  static func missing(_ name: String) -> SpotifyFailure {
    SpotifyFailure(status: 400, message: "Missing required field: \(name)")
  }

  static func bad(_ message: String) -> SpotifyFailure {
    SpotifyFailure(status: 400, message: message)
  }

  static func player(_ status: Int, _ message: String, _ reason: String) -> SpotifyFailure {
    SpotifyFailure(status: status, message: "Player command failed: \(message)", reason: reason)
  }

  static let noDevice = player(404, "No active device found", "NO_ACTIVE_DEVICE")
  static let premium = player(403, "Premium required", "PREMIUM_REQUIRED")
  static let restriction = player(403, "Restriction violated", "UNKNOWN")

  /// What a status is called where nothing else is known.
  static func of(status: Int) -> SpotifyFailure {
    switch status {
    case 401: expired
    case 403: forbidden
    case 404: notFound
    case 429: rate(retryAfter: 1)
    case 502: SpotifyFailure(status: 502, message: "Bad gateway.")
    case 503: SpotifyFailure(status: 503, message: "Service unavailable")
    case let other: SpotifyFailure(status: other, message: StatusPhrase.of(other))
    }
  }

  var response: SimulatedResponse {
    var error: JSONObject = ["status": .number(status), "message": .string(message)]
    error["reason"] = reason.map { .string($0) }
    var response = SimulatedResponse.json(status: status, ["error": .object(error)])
    if let retryAfter { response.headers.append(("Retry-After", String(retryAfter))) }
    return response
  }
}
