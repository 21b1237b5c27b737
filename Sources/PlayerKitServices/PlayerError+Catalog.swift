import PlayerKit

extension PlayerError {
  /// What a failure of a catalog means for the track that was looked up in it.
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
  /// What a code of a catalog means for a track. The set of those is open: what is new there counts as
  /// the service's failure.
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
