extension CatalogError.Code {
  /// What a status of HTTP that is no success means, where the service has no meaning of its own
  /// for it.
  init(httpStatus: Int) {
    self =
      switch httpStatus {
      case 401: .unauthorized
      case 403: .forbidden
      case 404, 410: .notFound
      case 408: .timedOut
      case 429: .rateLimited
      case 400..<500: .badRequest
      case 500...: .serverError
      // A redirect that the transport did not follow, or no status of an answer at all.
      default: .malformedReply
      }
  }
}
