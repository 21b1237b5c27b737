import PlayerKitSystem
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request of one resource.
package struct HTTPFetch: Sendable {
  package var url: URL
  package var method: HTTPRequest.Method
  package var fields: HTTPFields
  package var body: Data?
  /// How many bytes may wait for who reads them; a server that sends more is held back. `nil`: all
  /// that come.
  package var window: Int?
  /// How often a server may lead the request on.
  package var mostRedirects: Int
  /// Which addresses may be connected to.
  package var reach: NetworkScope
  /// Whether a compressed answer is asked for. What comes compressed is inflated in any case.
  package var acceptsCompression: Bool
  /// Whether a redirect is the answer, and not followed.
  package var leavesRedirects: Bool
  /// Where cookies are kept; `nil` if none are.
  package var cookies: CookieJar?
  /// Whether it was led to another origin, and what may be a secret was left out.
  package internal(set) var isStripped = false

  package init(
    _ url: URL,
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:],
    body: Data? = nil,
    window: Int? = nil,
    mostRedirects: Int = 10,
    reach: NetworkScope = .publicAfterRedirect,
    acceptsCompression: Bool = false,
    leavesRedirects: Bool = false,
    cookies: CookieJar? = nil
  ) {
    self.url = url
    self.method = method
    self.fields = fields
    self.body = body
    self.window = window
    self.mostRedirects = mostRedirects
    self.reach = reach
    self.acceptsCompression = acceptsCompression
    self.leavesRedirects = leavesRedirects
    self.cookies = cookies
  }
}

/// The head of an answer.
package struct HTTPAnswer: Sendable, Equatable {
  package var status: Int
  /// As they came. Fields without a valid name are left out, and all behind the first thousand.
  package var fields: HTTPFields
  /// Where it came from, redirects followed.
  package var url: URL
  /// What the server may lead to in what it sends.
  package var reach: NetworkScope
  /// Whether the request was led to another origin on its way, and what may be a secret was left
  /// out.
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

/// What is heard of a request: a head, pieces of the body, the end. The end comes once, as the
/// last.
package enum HTTPEvent: Sendable {
  /// A server answered, and led to another place. Comes before the head, once for each place.
  case ledOn
  case head(HTTPAnswer)
  /// A piece of the body, inflated.
  case data(Data)
  /// The end; `nil`: by the server's wish, and whole.
  case end(FetchFailure?)
}

/// Why a request came to nothing. No failure holds an address: its query may be a secret.
package enum FetchFailure: Error, Sendable, Equatable {
  /// Neither http nor https, or no host.
  case unsupportedURL
  case unknownHost
  /// Refused, or nobody is there.
  case noConnection
  case timedOut
  /// The connection broke off, before the answer or in it.
  case cut
  case untrusted
  /// What came is no answer of http, or its head is too large.
  case malformed
  /// The server led to an address that is neither http nor https.
  case blockedRedirect
  /// The server led from https to http.
  case downgraded
  /// The server led a body to another origin.
  case bodyLedAway
  case tooManyRedirects
  /// The address lies out of the request's reach.
  case outOfReach
  /// The fetcher was closed.
  case closed
}
