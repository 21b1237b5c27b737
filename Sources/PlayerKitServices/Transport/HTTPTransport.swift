import Foundation
import HTTPTypes

/// Sends requests over http(s): the seam behind which the network lies.
///
/// An app brings its own by conforming a type; what all services need on top (retries, limits,
/// caching) are transports around a transport, so that each can be used and tested alone.
public protocol HTTPTransport: Sendable {
  /// Sends one request and returns its whole answer, whatever its status.
  ///
  /// May be called any number of times at once.
  ///
  /// - Throws: ``CatalogError`` where no whole answer came; `CancellationError` soon after the task
  ///   is cancelled.
  func send(_ call: HTTPCall) async throws -> HTTPReply
}

/// One request with its body and its bounds.
public struct HTTPCall: Sendable, Hashable {
  /// Method, address and header fields. Scheme, authority and path are set.
  public var request: HTTPRequest
  /// The body; `nil`: none.
  public var body: Data?
  /// How long the whole exchange may take, the last byte of the answer included: one attempt of it.
  /// With a ``RetryingTransport`` there may be several; ``RetryPolicy/totalTime`` bounds them
  /// together. The time in a ``RateLimiter``'s line does not count.
  public var timeout: Duration
  /// How many bytes the answer's body may have, after decompression; more is
  /// ``CatalogError/Code/replyTooLarge``.
  public var maximumReplySize: Int
  /// Whether a redirect is the answer, and not followed. Transports of others may not know it.
  package var leavesRedirects = false

  /// Makes a call: 30 s and 32 MiB are bounds that no honest answer of a catalog reaches.
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

  /// Makes a call of an address.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where it is neither http nor https, or names a user.
  public init(
    _ url: URL,
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:],
    body: Data? = nil
  ) throws(CatalogError) {
    var bare = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil)
    bare.headerFields = fields
    guard let request = RequestURL.request(bare, at: url) else {
      throw CatalogError(.invalidArgument, "The address is none that can be asked.")
    }
    self.init(request, body: body)
  }
}

/// The whole answer to an ``HTTPCall``.
public struct HTTPReply: Sendable, Hashable {
  /// Status and header fields.
  public var response: HTTPResponse
  /// The body, decompressed; empty where there is none.
  public var body: Data

  /// Makes an answer.
  public init(_ response: HTTPResponse, body: Data = Data()) {
    self.response = response
    self.body = body
  }
}
