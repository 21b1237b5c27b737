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
  case end(CatalogError?)
}
