/// Error responses of the Web API.
enum SpotifyFailure {
  static let badID = bad("Invalid base62 id")
  static let badLimit = bad("Invalid limit")
  static let badOffset = bad("Invalid offset")
  static let badMarket = bad("Invalid market code")
  static let badBody = bad("Error parsing JSON.")
  static let badScheme = bad("Only valid bearer authentication supported")
  static let noToken = error(401, "No token provided")
  static let badToken = error(401, "Invalid access token")
  static let expired = error(401, "The access token expired")
  static let noUser = error(401, "Valid user authentication required")
  static let forbidden = error(403, "Forbidden")
  static let scope = error(403, "Insufficient client scope")
  static let blocked = error(
    403,
    "Your application is blocked from accessing the Web API since you do not have a "
      + "Spotify Premium subscription"
  )
  static let notFound = error(404, "Resource not found")
  static let noService = error(404, "Service not found")
  static let method = error(405, "Method not allowed")
  static let quota = error(429, "Too many requests", "QUOTA_EXCEEDED")
  static let noDevice = player(404, "No active device found", "NO_ACTIVE_DEVICE")
  static let premium = player(403, "Premium required", "PREMIUM_REQUIRED")
  static let restriction = player(403, "Restriction violated", "UNKNOWN")

  static func rate(retryAfter: Int) -> Refusal {
    let refusal = error(429, "API rate limit exceeded")
    return Refusal(refusal.response.adding("Retry-After", String(retryAfter)))
  }

  static func missing(_ name: String) -> Refusal { bad("Missing required field: \(name)") }

  static func bad(_ message: String) -> Refusal { error(400, message) }

  static func player(_ status: Int, _ message: String, _ reason: String) -> Refusal {
    error(status, "Player command failed: \(message)", reason)
  }

  /// Only errors of the player and the quota have a reason.
  static func error(_ status: Int, _ message: String, _ reason: String? = nil) -> Refusal {
    Refusal(
      status,
      [
        "error": [
          "status": .number(status), "message": .string(message), "reason": .string(reason),
        ]
      ]
    )
  }

  /// The default error for a status.
  static func of(status: Int) -> Refusal {
    switch status {
    case 401: expired
    case 403: forbidden
    case 404: notFound
    case 429: rate(retryAfter: 1)
    case 502: error(502, "Bad gateway.")
    case 503: error(503, "Service unavailable")
    case let other: error(other, SimulatedResponse.phrase(of: other))
    }
  }
}
