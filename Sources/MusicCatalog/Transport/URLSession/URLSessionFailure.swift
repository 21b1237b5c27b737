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
    if let known = kinds[code] { return known }
    // On Linux many failures share one code: only the words tell.
    if words.contains("certificate") || words.contains("SSL") { return untrusted }
    if words.contains("Recv failure") || words.contains("Send failure") { return lost }
    return (.unreachable, "The server could not be reached.")
  }

  private static let lost = (CatalogError.Code.interrupted, "The connection was lost.")
  private static let untrusted =
    (CatalogError.Code.untrusted, "There is no trusted connection to the server.")
  private static let badAddress =
    (CatalogError.Code.invalidArgument, "The address cannot be asked.")
  private static let unknownHost =
    (CatalogError.Code.unreachable, "The server's name is not known.")

  private static let kinds: [Int: (CatalogError.Code, String)] = [
    NSURLErrorTimedOut: (.timedOut, "The server did not answer in time."),
    NSURLErrorNetworkConnectionLost: lost, NSURLErrorBadServerResponse: lost,
    NSURLErrorCannotParseResponse: lost, NSURLErrorCannotDecodeRawData: lost,
    NSURLErrorCannotDecodeContentData: lost,
    NSURLErrorServerCertificateUntrusted: untrusted,
    NSURLErrorServerCertificateHasBadDate: untrusted,
    NSURLErrorServerCertificateHasUnknownRoot: untrusted,
    NSURLErrorServerCertificateNotYetValid: untrusted,
    NSURLErrorClientCertificateRejected: untrusted,
    NSURLErrorClientCertificateRequired: untrusted, NSURLErrorSecureConnectionFailed: untrusted,
    NSURLErrorCannotFindHost: unknownHost, NSURLErrorDNSLookupFailed: unknownHost,
    NSURLErrorCannotConnectToHost:
      (.unreachable, "The server refused the connection, or is not there."),
    NSURLErrorNotConnectedToInternet: (.unreachable, "There is no network."),
    NSURLErrorUnsupportedURL: badAddress, NSURLErrorBadURL: badAddress,
  ]
}
