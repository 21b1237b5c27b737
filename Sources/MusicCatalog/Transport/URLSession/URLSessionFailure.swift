import Foundation

/// Says why a request failed. No message and no cause holds a URL: its query may be a secret.
enum URLSessionFailure {
  static func error(_ error: any Error) -> CatalogError {
    let error = error as NSError
    let code = error.domain == NSURLErrorDomain ? error.code : NSURLErrorUnknown
    // The original's user info names the URL.
    let cause = NSError(domain: error.domain, code: error.code)
    let (kind, message) = kind(of: code, words: error.localizedDescription)
    return CatalogError(kind, message, underlying: cause)
  }

  static func isCancellation(_ error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
  }

  private static func kind(of code: Int, words: String) -> (CatalogError.Code, String) {
    switch code {
    case NSURLErrorTimedOut:
      return (.timedOut, "The server did not answer in time.")
    case NSURLErrorNetworkConnectionLost, NSURLErrorBadServerResponse,
      NSURLErrorCannotParseResponse, NSURLErrorCannotDecodeRawData,
      NSURLErrorCannotDecodeContentData:
      return (.interrupted, "The connection was lost.")
    case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate,
      NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid,
      NSURLErrorClientCertificateRejected, NSURLErrorClientCertificateRequired,
      NSURLErrorSecureConnectionFailed:
      return (.untrusted, "There is no trusted connection to the server.")
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed:
      return (.unreachable, "The server's name is not known.")
    case NSURLErrorCannotConnectToHost:
      return (.unreachable, "The server refused the connection, or is not there.")
    case NSURLErrorNotConnectedToInternet:
      return (.unreachable, "There is no network.")
    case NSURLErrorUnsupportedURL, NSURLErrorBadURL:
      return (.invalidArgument, "The address cannot be asked.")
    default:
      // On Linux many failures share one code: only the words tell.
      if words.contains("certificate") || words.contains("SSL") {
        return (.untrusted, "There is no trusted connection to the server.")
      }
      if words.contains("Recv failure") || words.contains("Send failure") {
        return (.interrupted, "The connection was lost.")
      }
      return (.unreachable, "The server could not be reached.")
    }
  }
}
