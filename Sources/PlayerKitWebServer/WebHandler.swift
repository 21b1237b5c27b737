import Foundation

/// What a web server does with requests and WebSockets. ``WebListener`` serves one.
package protocol WebHandler: Sendable {
  /// The maximum size of the head of a request, in bytes.
  var largestHead: Int { get }
  /// The maximum size of a WebSocket message from a page, in bytes.
  var largestMessage: Int { get }

  /// Returns the outcome of a request.
  ///
  /// - Parameters:
  ///   - body: The complete body.
  ///   - local: The address on which the client reached the server.
  func outcome(of head: HTTPRequestHead, body: Data, local: String) async -> WebReply

  /// Returns whether a request shows that its client may use the server.
  func isTrusted(_ head: HTTPRequestHead) -> Bool

  /// The header fields that tell the browser what a page may do. They come with every answer.
  ///
  /// - Parameter host: The verified host name from the browser; `nil` for a refused request.
  func rules(host: String?) -> [(String, String)]

  /// Makes a session for a new WebSocket; `nil` to close the connection.
  ///
  /// - Parameter didGainTrust: Called when the page has shown that it may use the server, if the
  ///   request for the WebSocket was not trusted.
  func join(didGainTrust: @escaping @Sendable () -> Void) -> (any WebSocketSession)?
}

/// The defaults of a server without WebSockets, which everybody may use.
extension WebHandler {
  package var largestHead: Int { HTTPRequestHead.largest }
  package var largestMessage: Int { 0 }

  package func isTrusted(_ head: HTTPRequestHead) -> Bool { false }

  package func join(
    didGainTrust: @escaping @Sendable () -> Void
  ) -> (any WebSocketSession)? { nil }
}

/// The outcome of a request.
package enum WebReply: Sendable {
  case answer(WebAnswer)
  /// The connection becomes a WebSocket after this response.
  case socket(WebAnswer)
}

/// The session of a page on a WebSocket. Its methods may be called on any thread.
package protocol WebSocketSession: Sendable {
  /// Handles a text message from the page.
  func received(_ text: Data)
  /// Handles a ping from the page.
  func received(ping: Data)
  /// Writes messages as they become available, until the session ends.
  ///
  /// - Parameter write: Returns when the bytes are sent.
  func send(by write: (Data) async throws -> Void) async throws
  /// Ends the session for this reason.
  func close(_ reason: WebSocketClose)
  /// Ends the session after its connection has closed.
  func closed()
}
