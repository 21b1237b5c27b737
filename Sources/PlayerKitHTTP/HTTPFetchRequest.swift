import PlayerKitSystem
import HTTPTypes

/// An HTTP request.
package struct HTTPFetchRequest: Sendable {
  package var url: URL
  package var method: HTTPRequest.Method
  package var fields: HTTPFields
  package var body: Data?
  /// The maximum number of bytes that may wait for the reader; a faster server is slowed down.
  /// `nil` for no limit.
  package var window: Int?
  /// The maximum number of redirects.
  package var maximumRedirects: Int
  /// The addresses that may be connected to.
  package var reach: NetworkScope
  /// Whether to request compression. Compressed responses are decompressed in any case.
  package var acceptsCompression: Bool
  /// Whether a redirect is returned as the response and not followed.
  package var returnsRedirects: Bool
  /// The jar for cookies; `nil` to ignore cookies.
  package var cookies: CookieJar?
  /// Whether it was redirected to another origin and possibly secret fields were removed.
  package internal(set) var isStripped = false

  package init(
    _ url: URL,
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:],
    body: Data? = nil,
    window: Int? = nil,
    maximumRedirects: Int = 10,
    reach: NetworkScope = .publicAfterRedirect,
    acceptsCompression: Bool = false,
    returnsRedirects: Bool = false,
    cookies: CookieJar? = nil
  ) {
    self.url = url
    self.method = method
    self.fields = fields
    self.body = body
    self.window = window
    self.maximumRedirects = maximumRedirects
    self.reach = reach
    self.acceptsCompression = acceptsCompression
    self.returnsRedirects = returnsRedirects
    self.cookies = cookies
  }
}

/// The head of a response.
package struct HTTPResponseHead: Sendable, Equatable {
  package var status: Int
  /// The received fields, without invalid names and at most 1,000.
  package var fields: HTTPFields
  /// The URL of the response, after redirects.
  package var url: URL
  /// The scope for addresses that the server names in its response.
  package var reach: NetworkScope
  /// Whether the request was redirected to another origin and possibly secret fields were removed.
  package var isStripped: Bool

  package init(
    status: Int,
    fields: HTTPFields,
    url: URL,
    reach: NetworkScope,
    isStripped: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.url = url
    self.reach = reach
    self.isStripped = isStripped
  }
}

/// An event of a request: a head, pieces of the body, the end. The end is sent once, as the last.
package enum HTTPEvent: Sendable {
  /// A server redirected the request. Sent before the head, once for each redirect.
  case redirected
  case head(HTTPResponseHead)
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
