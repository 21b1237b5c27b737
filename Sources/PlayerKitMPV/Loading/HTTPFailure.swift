import Foundation
import PlayerKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Says why a request failed. No message holds a URL: its query may be a secret.
enum HTTPFailure {
  /// The failure that a status means; `nil` where it is none.
  static func error(status: Int) -> PlayerError? {
    let code: PlayerError.Code
    switch status {
    case 200..<300: return nil
    case 401: code = .unauthorized
    case 404, 410: code = .notFound
    case 408: code = .timedOut
    case 429: code = .rateLimited
    case 500..<600: code = .serverError
    default: code = .forbidden
    }
    return PlayerError(code, "the server answered with status \(status)", httpStatus: status)
  }

  /// The failure of a connection.
  static func error(_ error: any Error) -> PlayerError {
    if let error = error as? PlayerError { return error }
    let code = (error as? URLError)?.code
    switch code {
    case .timedOut:
      return PlayerError(.timedOut, "the server did not answer in time")
    case .networkConnectionLost:
      return PlayerError(.interrupted, "the connection was lost")
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .secureConnectionFailed:
      return PlayerError(.untrusted, "no trusted connection to the server")
    case .unsupportedURL, .badURL:
      return PlayerError(.blockedURL, "the URL is not one of http or https")
    case .httpTooManyRedirects:
      return tooManyRedirects
    default:
      if isAboutTrust(error) {
        return PlayerError(.untrusted, "no trusted connection to the server")
      }
      let number = code.map { " (\($0.rawValue))" } ?? ""
      return PlayerError(.unreachable, "the server could not be reached\(number)")
    }
  }

  // On Linux a refused certificate has no code of its own: only the words tell. The error itself is
  // not kept as a cause, as it carries the URL.
  private static func isAboutTrust(_ error: any Error) -> Bool {
    let words = error.localizedDescription
    return words.contains("certificate") || words.contains("SSL")
  }

  static let empty = PlayerError(.unsupportedFormat, "the server sent nothing")
  static let stalled = PlayerError(.timedOut, "the server sent nothing for too long")
  static let cut = PlayerError(.interrupted, "the connection broke off, also when tried again")
  static let changed = PlayerError(.interrupted, "the resource changed while it was played")
  static let tooLarge = PlayerError(
    .interrupted,
    "the server sends the body as a whole, and that is too large to be held",
    isRetryable: false
  )
  static let notSeekable = PlayerError(.interrupted, "the server does not serve parts")
  static let blocked = PlayerError(.blockedURL, "only http and https URLs are played")
  static let redirectBlocked = PlayerError(
    .blockedURL,
    "the server led to something that is neither http nor https"
  )
  static let tooManyRedirects = PlayerError(
    .unreachable,
    "the server led from one place to the next too often",
    isRetryable: false
  )
}
