import PlayerKit

extension PlayerError {
  /// Makes the error of a track from the error of a catalog lookup.
  public init(_ error: CatalogError) {
    self.init(
      Code(error.code),
      error.message,
      httpStatus: error.httpStatus,
      isRetryable: error.isRetryable,
      underlying: error
    )
  }
}

extension PlayerError.Code {
  /// Makes the track error code for a catalog error code. Unknown catalog codes count as a server
  /// error.
  public init(_ code: CatalogError.Code) {
    self = Self.equivalents[code] ?? .serverError
  }

  static let equivalents: [CatalogError.Code: PlayerError.Code] = [
    .invalidArgument: .invalidItem, .badRequest: .invalidItem, .missingCredential: .unauthorized,
    .invalidCredential: .unauthorized, .unauthorized: .unauthorized, .forbidden: .forbidden,
    .notFound: .notFound, .rateLimited: .rateLimited, .serverError: .serverError,
    .unreachable: .unreachable, .untrusted: .untrusted, .timedOut: .timedOut,
    .interrupted: .interrupted, .blockedRedirect: .blockedURL, .replyTooLarge: .serverError,
    .malformedReply: .serverError, .unavailable: .forbidden, .signInRequired: .unauthorized,
    .accessDenied: .forbidden, .stateMismatch: .unauthorized, .portUnavailable: .unauthorized,
  ]
}
