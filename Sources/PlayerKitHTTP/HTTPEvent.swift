import PlayerKitSystem

/// An event of a request: a head, pieces of the body, the end. The end is sent once, as the last.
package enum HTTPEvent: Sendable {
  /// A server redirected the request. Sent before the head, once for each redirect.
  case redirected
  /// The response without its body.
  case head(HTTPTransportResponse)
  /// A piece of the body, decompressed.
  case data(Data)
  /// The end; `nil` if the server completed the response.
  case end(HTTPError?)
}

/// The reason why a request failed. Failures contain no address, because its query may be a secret.
package enum HTTPError: Error, Sendable, Equatable {
  /// The scheme is neither HTTP nor HTTPS, or there is no host.
  case unsupportedURL
  case unknownHost
  /// The connection was refused, or nothing answered.
  case noConnection
  case timedOut
  /// The connection broke off before or during the response.
  case cut
  case untrusted
  /// The response is not HTTP, or its head is too large.
  case malformed
  /// The server redirected to an address other than HTTP or HTTPS.
  case blockedRedirect
  /// The server redirected from HTTPS to HTTP.
  case downgraded
  /// The server redirected a request with a body to another origin.
  case bodyRedirected
  case tooManyRedirects
  /// The address is outside the request's reach.
  case outOfReach
  /// The fetcher was closed.
  case closed
}
