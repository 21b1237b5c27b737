/// Sends requests over HTTP and HTTPS, without a cache or credentials, and with cookies only from a
/// request's jar.
///
/// It may be used on any thread. Handlers are called one at a time, under no lock; a slow one
/// delays the others.
package protocol HTTPFetcher: Sendable {
  /// Sends a request and follows redirects by ``RedirectRule``.
  ///
  /// - Returns: `nil` after ``close()``; then nothing is sent and no event comes.
  func fetch(
    _ request: HTTPTransportRequest,
    _ handler: @escaping @Sendable (HTTPEvent) -> Void
  ) -> (any HTTPTask)?

  /// Ends all requests with ``CatalogError/closed``. A second call has no effect.
  func close()
}

/// A request in progress. It continues even if it is not retained.
///
/// It may be used on any thread. After the end, calls have no effect.
package protocol HTTPTask: AnyObject, Sendable {
  /// Records that the reader has taken this many of the waiting bytes.
  func acknowledge(_ count: Int)

  /// Cancels the request. No event starts after that, but one may be in progress on another thread.
  func cancel()
}

/// Creates the fetcher for this platform: with libcurl if available.
package enum Fetchers {
  package static func make() -> any HTTPFetcher {
    #if canImport(PlayerKitCCurl)
      CurlFetcher()
    #else
      URLSessionFetcher()
    #endif
  }
}
