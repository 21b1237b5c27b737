/// Sends requests over HTTP or HTTPS: the interface to the network.
///
/// An app can provide its own by conforming a type. Common features (retries, limits, caching) are
/// transports that wrap another transport, so each one can be used and tested on its own.
public protocol HTTPTransport: Sendable {
  /// Sends one request and returns its complete reply, regardless of its status.
  ///
  /// May be called any number of times at once.
  ///
  /// - Throws: ``CatalogError`` if no complete reply arrived; `CancellationError` soon after the task
  ///   is canceled.
  func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse
}
