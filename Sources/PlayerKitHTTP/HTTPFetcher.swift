/// Sends requests over http and https. Knows no cache, no credentials, and no cookies but
/// those of a request's jar.
///
/// Threads: any. Handlers are called one at a time, under no lock; one that takes long holds up the
/// others.
package protocol HTTPFetcher: Sendable {
  /// Sends a request, and follows where servers lead by ``RedirectRule``.
  ///
  /// - Returns: `nil` after ``close()``: then nothing is sent and nothing is heard.
  func fetch(
    _ request: HTTPFetch,
    _ handler: @escaping @Sendable (HTTPEvent) -> Void
  ) -> (any HTTPTask)?

  /// Ends all requests, each by ``FetchFailure/closed``. A second call does nothing.
  func close()
}

/// A request under way. It goes on when nobody holds it.
///
/// Threads: any. After the end nothing happens.
package protocol HTTPTask: AnyObject, Sendable {
  /// The reader has taken so many of the bytes that wait for it.
  func took(_ count: Int)

  /// Ends it. No event begins after that. One may be under way on another thread.
  func cancel()
}

/// Makes what fetches here: by libcurl where that can be had.
package enum Fetchers {
  package static func make() -> any HTTPFetcher {
    #if canImport(PlayerKitCCurl)
      CurlFetcher()
    #else
      URLSessionFetcher()
    #endif
  }
}
