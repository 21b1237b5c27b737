import PlayerKit
import PlayerKitHTTP

/// The errors of requests. No message contains a URL, as its query may be secret.
package enum HTTPFailure {
  /// Returns the error for a status; `nil` for success.
  static func error(status: Int) -> PlayerError? {
    if (200..<300).contains(status) { return nil }
    let code: PlayerError.Code =
      switch CatalogError.Code(httpStatus: status) {
      case .badRequest, .malformedReply: .forbidden
      case .serverError where status > 599: .forbidden
      case let code: PlayerError.Code(code)
      }
    return PlayerError(code, "The server answered \(answer(status)).", httpStatus: status)
  }

  /// Returns whether servers use this status for an expired address.
  static func mayMeanExpired(status: Int) -> Bool {
    [401, 403, 404, 410].contains(status)
  }

  /// Returns the error for a failed request.
  static func error(_ failure: CatalogError) -> PlayerError {
    switch failure {
    case .unsupportedURL: blocked
    case .malformed: malformed
    case .tooManyRedirects: tooManyRedirects
    default: PlayerError(failure)
    }
  }

  /// Returns a status with its reason phrase.
  private static func answer(_ status: Int) -> String {
    reasons[status].map { "\(status) \($0)" } ?? "\(status)"
  }

  private static let reasons = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 410: "Gone", 429: "Too Many Requests",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  static let empty = PlayerError(.unsupportedFormat, "The server sent nothing.")
  static let page = PlayerError(.unsupportedFormat, "The server sent a page in place of audio.")
  static let stalled = PlayerError(.timedOut, "The server sent nothing for too long.")
  static let cut = PlayerError(.interrupted, "The connection broke off, also when tried again.")
  /// A live stream has no end, so an end is an error.
  static let brokeOff = PlayerError(.interrupted, "The live stream broke off.")
  static let changed = PlayerError(
    .interrupted,
    "The media changed on the server while it was played.",
    underlying: Cause.changed
  )
  static let pageInstead = PlayerError(
    .interrupted,
    "A web page arrived instead of the media. Sign in to the network, and try again."
  )
  /// Returns whether the media has changed on the server.
  static func isChange(_ error: PlayerError) -> Bool { error.underlying as? Cause == .changed }

  /// Distinguishes errors with the same code.
  private enum Cause: Error {
    case changed
  }

  static let tooMuch = PlayerError(
    .inspectionRefused,
    "More of the media would have to be fetched than is to be looked into."
  )
  /// Returns whether only a limit on requests or bytes prevented reading the rest.
  package static func isBound(_ error: PlayerError) -> Bool {
    [tooMuch.message, tooManyRequests.message].contains(error.message)
  }
  static let notInspected = PlayerError(
    .inspectionRefused,
    "A list of media, or HLS, is not looked into."
  )
  static let malformed = PlayerError(
    .malformedReply,
    CatalogError.malformed.message,
    isRetryable: false
  )
  static let notKept = PlayerError(
    .interrupted,
    "There was no room to keep what the server sent, and it does not serve parts."
  )
  static let notSeekable = PlayerError(.interrupted, "The server does not serve parts.")
  static let blocked = PlayerError(.blockedURL, "Only http and https URLs are played.")
  static let downgraded = PlayerError(CatalogError.downgraded)
  static let tooManyRequests = PlayerError(
    .unreadable,
    "It does not come in as few requests as may be sent for it.",
    isRetryable: false
  )
  static let tooManyRedirects = PlayerError(
    .unreachable,
    CatalogError.tooManyRedirects.message,
    isRetryable: false
  )
}
