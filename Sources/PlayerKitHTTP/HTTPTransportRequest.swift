import HTTPTypes
import PlayerKitSystem

/// A request with its body and its limits.
public struct HTTPTransportRequest: Sendable, Hashable {
  /// Method, address and header fields. Scheme, authority and path are set.
  public var request: HTTPRequest
  /// The body. `nil` if there is none.
  public var body: Data?
  /// The timeout of one attempt, up to the last byte of the reply. With a ``RetryingTransport``,
  /// there may be several attempts; ``RetryPolicy/totalTime`` limits them together. The wait for a
  /// ``RateLimiter`` does not count.
  public var timeout: Duration
  /// The maximum size of the reply's body in bytes, after decompression. A larger reply fails with
  /// ``CatalogError/Code/replyTooLarge``.
  public var maximumReplySize: Int

  // Custom transports may ignore all of the following.

  /// Whether to return a redirect as the reply instead of following it.
  package var returnsRedirects = false
  /// Whether a reply with audio or video, which may be endless, fails at its head.
  package var refusesMedia = false
  /// The maximum number of redirects; `nil` for the transport's own.
  package var maximumRedirects: Int?
  /// The addresses that may be connected to; `nil` for the transport's own scope.
  package var reach: NetworkScope?
  /// Whether to request compression. Compressed responses are decompressed in any case.
  package var acceptsCompression = false
  /// The maximum number of bytes that may wait for the reader; a faster server is slowed down.
  /// `nil` for no limit.
  package var window: Int?
  /// The jar for cookies; `nil` to ignore cookies.
  package var cookies: CookieJar?
  /// Whether it was redirected to another origin and possibly secret fields were removed.
  package internal(set) var isStripped = false

  /// Makes a call. The defaults of 30 s and 32 MiB exceed any legitimate reply of a catalog.
  public init(
    _ request: HTTPRequest,
    body: Data? = nil,
    timeout: Duration = .seconds(30),
    maximumReplySize: Int = 32 << 20
  ) {
    self.request = request
    self.body = body
    self.timeout = timeout
    self.maximumReplySize = maximumReplySize
  }

  /// Makes a request to any URL. A fetcher refuses URLs that are neither HTTP nor HTTPS.
  package init(
    to url: URL,
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:],
    body: Data? = nil,
    window: Int? = nil,
    maximumRedirects: Int? = nil,
    reach: NetworkScope? = nil,
    acceptsCompression: Bool = false,
    cookies: CookieJar? = nil
  ) {
    self.init(HTTPRequest(method: method, scheme: nil, authority: nil, path: nil), body: body)
    request.headerFields = fields
    self.url = url
    self.window = window
    self.maximumRedirects = maximumRedirects
    self.reach = reach
    self.acceptsCompression = acceptsCompression
    self.cookies = cookies
  }
}

extension HTTPTransportRequest {
  package var method: HTTPRequest.Method {
    get { request.method }
    set { request.method = newValue }
  }

  package var fields: HTTPFields {
    get { request.headerFields }
    set { request.headerFields = newValue }
  }

  /// Scheme, authority and path; `nil` if they are no URL. User and fragment are kept. A URL without
  /// a path gets `/`.
  package var url: URL? {
    get {
      guard let scheme = request.scheme, let authority = request.authority,
        let path = request.path, path.hasPrefix("/")
      else { return nil }
      return URL(string: "\(scheme)://\(authority)\(path)")
    }
    set {
      let text = newValue?.absoluteString ?? ""
      guard let separator = text.firstRange(of: "://") else {
        (request.scheme, request.authority, request.path) = (newValue?.scheme, nil, nil)
        return
      }
      let rest = text[separator.upperBound...]
      let authority = rest.prefix { !"/?#".contains($0) }
      request.scheme = String(text[..<separator.lowerBound])
      request.authority = String(authority)
      let path = String(rest[authority.endIndex...])
      request.path = path.hasPrefix("/") ? path : "/" + path
    }
  }
}

/// The reply to an ``HTTPTransportRequest``.
public struct HTTPTransportResponse: Sendable, Hashable {
  /// Status and header fields.
  public var response: HTTPResponse
  /// The body, decompressed. Empty if there is none.
  public var body: Data
  /// The final URL, after redirects; `nil` if it is not reported.
  package var url: URL?
  /// The scope for addresses that the server names in its response; `nil` if it is not reported.
  package var reach: NetworkScope?
  /// Whether the request was redirected to another origin and possibly secret fields were removed.
  package var isStripped = false

  /// Makes a reply.
  public init(_ response: HTTPResponse, body: Data = Data()) {
    self.response = response
    self.body = body
  }

  /// Makes the head of a reply.
  ///
  /// - Parameter status: The status, from 0 to 999.
  package init(
    status: Int,
    fields: HTTPFields,
    url: URL?,
    reach: NetworkScope,
    isStripped: Bool = false
  ) {
    self.init(HTTPResponse(status: .init(code: status), headerFields: fields))
    self.url = url
    self.reach = reach
    self.isStripped = isStripped
  }

  package var status: Int { response.status.code }

  package var fields: HTTPFields { response.headerFields }
}
