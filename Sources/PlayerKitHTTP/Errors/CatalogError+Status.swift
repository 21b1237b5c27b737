import PlayerKitSystem

extension CatalogError {
  /// Makes the error for a reply from its status alone. `nil` for a success.
  ///
  /// - Parameter reply: The reply, of which only status and header fields count.
  /// - Parameter now: The date to compare a date in `Retry-After` with.
  public init?(status reply: HTTPTransportResponse, now: Date) {
    let status = reply.response.status.code
    guard !(200..<300).contains(status) else { return nil }
    let code = Code(httpStatus: status)
    self.init(code, code.explanation, httpStatus: status, retryAfter: reply.retryAfter(now: now))
  }

  /// Makes the error for a call that the rate limit refuses for a time.
  static func rateLimited(_ wait: Duration, status: Int? = nil) -> CatalogError {
    let code = Code.rateLimited
    return CatalogError(code, code.explanation, httpStatus: status, retryAfter: wait)
  }
}

extension CatalogError.Code {
  /// Makes the code for an unsuccessful HTTP status, unless the service gives it another meaning.
  public init(httpStatus: Int) {
    self =
      switch httpStatus {
      case 401: .unauthorized
      case 403: .forbidden
      case 404, 410: .notFound
      case 408: .timedOut
      case 429: .rateLimited
      case 400..<500: .badRequest
      case 500...: .serverError
      // A redirect that the transport did not follow, or an invalid status.
      default: .malformedReply
      }
  }

  /// The message if the service gives no explanation.
  package var explanation: String {
    switch self {
    case .rateLimited: "The service limits the rate of requests. Try again later."
    case .notFound: "The service does not have this item."
    case .serverError: "The service is busy or failed. Try again later."
    case .unauthorized:
      "The service does not accept the credential. Check the token, or sign in again."
    case .forbidden: "The service does not allow this request."
    case .malformedReply: "The answer is not what the service documents."
    default: "The service refuses the request."
    }
  }
}
