extension CatalogError {
  // The failures of one exchange, as fetchers report them. Messages contain no URL, because its
  // query may be secret.

  /// The scheme is neither HTTP nor HTTPS, or there is no host.
  package static let unsupportedURL = Self(
    .invalidArgument,
    "The address is not one of HTTP or HTTPS, or has no host."
  )
  package static let unknownHost = Self(.unreachable, "The server's name is not known.")
  /// The connection was refused, or nothing answered.
  package static let noConnection = Self(
    .unreachable,
    "The server refused the connection, or is not there."
  )
  package static let timedOut = Self(.timedOut, "The server did not answer in time.")
  /// The connection broke off before or during the response.
  package static let cut = Self(.interrupted, "The connection was lost.")
  package static let untrusted = Self(
    .untrusted,
    "The server's certificate is not trusted. Check the address and the clock of this machine."
  )
  /// The response is not HTTP, or its head is too large.
  package static let malformed = Self(
    .malformedReply,
    "The server's answer is not HTTP. Check the address."
  )
  /// The server redirected to an address other than HTTP or HTTPS.
  package static let blockedRedirect = Self(
    .blockedRedirect,
    "The server redirected to an address that is neither HTTP nor HTTPS."
  )
  /// The server redirected from HTTPS to HTTP.
  package static let downgraded = Self(
    .blockedRedirect,
    "The server redirected from HTTPS to HTTP."
  )
  /// The server redirected a request with a body to another origin.
  package static let bodyRedirected = Self(
    .blockedRedirect,
    "The server redirected a request with a body to another host."
  )
  package static let tooManyRedirects = Self(
    .blockedRedirect,
    "The server redirected too often."
  )
  /// The address is outside the request's reach.
  package static let outOfReach = Self(
    .blockedRedirect,
    "The server redirected to an address that is not on the Internet."
  )
  /// The fetcher was closed.
  package static let closed = Self(.interrupted, "The connections were closed.")
}
