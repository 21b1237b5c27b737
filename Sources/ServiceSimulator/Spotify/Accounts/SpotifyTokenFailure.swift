import Foundation

/// A refusal of the token end point.
struct SpotifyTokenFailure: Error, Hashable {
  var status = 400
  var error: String
  var description: String

  static let invalidClient = SpotifyTokenFailure(
    error: "invalid_client",
    description: "Invalid client"
  )
  static let invalidSecret = SpotifyTokenFailure(
    error: "invalid_client",
    description: "Invalid client secret"
  )
  static let unsupportedGrant = SpotifyTokenFailure(
    error: "unsupported_grant_type",
    description: "grant_type must be client_credentials, authorization_code or refresh_token"
  )

  static func invalidGrant(_ description: String) -> SpotifyTokenFailure {
    SpotifyTokenFailure(error: "invalid_grant", description: description)
  }

  static func invalidRequest(_ description: String) -> SpotifyTokenFailure {
    SpotifyTokenFailure(error: "invalid_request", description: description)
  }

  var response: SimulatedResponse {
    .json(
      status: status,
      ["error": .string(error), "error_description": .string(description)]
    )
  }
}
