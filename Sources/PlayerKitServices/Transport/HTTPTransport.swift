import Foundation
import HTTPTypes

/// Sends requests over HTTP or HTTPS: the interface to the network.
///
/// An app can provide its own by conforming a type. Common features (retries, limits, caching) are
/// transports that wrap another transport, so each one can be used and tested on its own.
public protocol HTTPTransport: Sendable {
  /// Sends one request and returns its complete reply, regardless of its status.
  ///
  /// May be called any number of times at once.
  ///
  /// - Throws: ``CatalogError`` if no complete reply arrived; `CancellationError` soon after the
  ///   task is canceled.
  func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse
}

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
  /// Whether to return a redirect as the reply instead of following it. Custom transports may
  /// ignore it.
  package var returnsRedirects = false

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

  /// Makes a call to a URL.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if it is neither HTTP nor HTTPS, or contains a
  ///   user.
  public init(
    _ url: URL,
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:],
    body: Data? = nil
  ) throws(CatalogError) {
    var bare = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil)
    bare.headerFields = fields
    guard let request = RequestURL.request(bare, at: url) else {
      throw CatalogError(.invalidArgument, "The address can't be requested.")
    }
    self.init(request, body: body)
  }
}

/// The complete reply to an ``HTTPTransportRequest``.
public struct HTTPTransportResponse: Sendable, Hashable {
  /// Status and header fields.
  public var response: HTTPResponse
  /// The body, decompressed. Empty if there is none.
  public var body: Data

  /// Makes a reply.
  public init(_ response: HTTPResponse, body: Data = Data()) {
    self.response = response
    self.body = body
  }
}
