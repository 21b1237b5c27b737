import Foundation
import PlayerKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Says why a request failed. No message holds a URL: its query may be a secret.
enum HTTPFailure {
  /// The failure that a status means; `nil` where it is none.
  static func error(status: Int) -> PlayerError? {
    if (200..<300).contains(status) { return nil }
    let code = codes[status] ?? ((500..<600).contains(status) ? .serverError : .forbidden)
    return PlayerError(code, "The server answered \(answer(status)).", httpStatus: status)
  }

  private static let codes: [Int: PlayerError.Code] = [
    401: .unauthorized, 404: .notFound, 408: .timedOut, 410: .notFound, 429: .rateLimited,
  ]

  /// Whether servers answer so when an address has expired.
  static func mayMeanExpired(status: Int) -> Bool {
    [401, 403, 404, 410].contains(status)
  }

  /// The failure of a connection.
  static func error(_ error: any Error) -> PlayerError {
    if let error = error as? PlayerError { return error }
    let code = (error as? URLError)?.code
    switch code {
    case .timedOut:
      return PlayerError(.timedOut, "The server did not answer in time.")
    case .networkConnectionLost:
      return PlayerError(.interrupted, "The connection was lost.")
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .secureConnectionFailed:
      return untrusted
    case .unsupportedURL, .badURL:
      return blocked
    case .httpTooManyRedirects:
      return tooManyRedirects
    default:
      return isAboutTrust(error) ? untrusted : PlayerError(.unreachable, unreachable(code))
    }
  }

  private static func unreachable(_ code: URLError.Code?) -> String {
    switch code {
    case .cannotFindHost, .dnsLookupFailed: "The server's name is not known."
    case .cannotConnectToHost: "The server refused the connection, or is not there."
    case .notConnectedToInternet: "There is no network."
    default: "The server could not be reached."
    }
  }

  /// A status as people know it.
  private static func answer(_ status: Int) -> String {
    reasons[status].map { "\(status) \($0)" } ?? "\(status)"
  }

  private static let reasons = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 410: "Gone", 429: "Too Many Requests",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  // On Linux a refused certificate has no code of its own: only the words tell. The error itself is
  // not kept as a cause, as it carries the URL.
  private static func isAboutTrust(_ error: any Error) -> Bool {
    let words = error.localizedDescription
    return words.contains("certificate") || words.contains("SSL")
  }

  static let empty = PlayerError(.unsupportedFormat, "The server sent nothing.")
  static let stalled = PlayerError(.timedOut, "The server sent nothing for too long.")
  static let cut = PlayerError(.interrupted, "The connection broke off, also when tried again.")
  static let closed = PlayerError(.interrupted, "The engine was closed.")
  /// A live stream has no end: that it ceases is never one.
  static let brokeOff = PlayerError(.interrupted, "The live stream broke off.")
  static let changed = PlayerError(
    .interrupted,
    "The media changed on the server while it was played."
  )
  static let tooLarge = PlayerError(
    .interrupted,
    "The server does not serve parts, and the whole is too large.",
    isRetryable: false
  )
  static let untrusted = PlayerError(
    .untrusted,
    "There is no trusted connection to the server."
  )
  static let notSeekable = PlayerError(.interrupted, "The server does not serve parts.")
  static let blocked = PlayerError(.blockedURL, "Only http and https URLs are played.")
  static let redirectBlocked = PlayerError(
    .blockedURL,
    "The server led to a URL that is neither http nor https."
  )
  static let downgraded = PlayerError(.blockedURL, "The server led from https to http.")
  static let tooManyRedirects = PlayerError(
    .unreachable,
    "The server led from one place to the next too often.",
    isRetryable: false
  )
}
