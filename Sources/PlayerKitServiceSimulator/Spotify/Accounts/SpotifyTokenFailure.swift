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
