import PlayerKit
import PlayerKitHTTP

/// The errors of requests. No message contains a URL, as its query may be secret.
package enum HTTPFailure {
  /// Returns the error for a status; `nil` for success.
  static func error(status: Int) -> PlayerError? {
    if (200..<300).contains(status) { return nil }
    let code = codes[status] ?? ((500..<600).contains(status) ? .serverError : .forbidden)
    return PlayerError(code, "The server answered \(answer(status)).", httpStatus: status)
  }

  private static let codes: [Int: PlayerError.Code] = [
    401: .unauthorized, 404: .notFound, 408: .timedOut, 410: .notFound, 429: .rateLimited,
  ]

  /// Returns whether servers use this status for an expired address.
  static func mayMeanExpired(status: Int) -> Bool {
    [401, 403, 404, 410].contains(status)
  }

  /// Returns the error for a failed request.
  static func error(_ failure: HTTPError) -> PlayerError {
    switch failure {
    case .unsupportedURL: blocked
    case .unknownHost: PlayerError(.unreachable, "The server's name is not known.")
    case .noConnection:
      PlayerError(.unreachable, "The server refused the connection, or is not there.")
    case .timedOut: PlayerError(.timedOut, "The server did not answer in time.")
    case .cut: PlayerError(.interrupted, "The connection was lost.")
    case .untrusted: untrusted
    case .malformed: malformed
    case .blockedRedirect: redirectBlocked
    case .downgraded: downgraded
    // Media requests have no body.
    case .bodyRedirected: redirectBlocked
    case .tooManyRedirects: tooManyRedirects
    case .outOfReach: outOfReach
    case .closed: closed
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
  static let closed = PlayerError(.interrupted, "The engine was closed.")
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
    "The server's answer is not HTTP. Check the address.",
    isRetryable: false
  )
  static let untrusted = PlayerError(
    .untrusted,
    "The server's certificate is not trusted. Check the address and the clock of this machine."
  )
  static let notKept = PlayerError(
    .interrupted,
    "There was no room to keep what the server sent, and it does not serve parts."
  )
  static let notSeekable = PlayerError(.interrupted, "The server does not serve parts.")
  static let blocked = PlayerError(.blockedURL, "Only http and https URLs are played.")
  static let redirectBlocked = PlayerError(
    .blockedURL,
    "The server led to a URL that is neither http nor https."
  )
  static let outOfReach = PlayerError(
    .blockedURL,
    "A server of the Internet led to an address of this machine, or of the network around it."
  )
  static let downgraded = PlayerError(.blockedURL, "The server led from https to http.")
  static let tooManyRequests = PlayerError(
    .unreadable,
    "It does not come in as few requests as may be sent for it.",
    isRetryable: false
  )
  static let tooManyRedirects = PlayerError(
    .unreachable,
    "The server led from one place to the next too often.",
    isRetryable: false
  )
}
