import HTTPTypes
import PlayerKit
import PlayerKitSystem

/// Sends calls over the network with libcurl, or with URLSession on systems without it. Stores no
/// cookies, cache or credentials.
///
/// - Only HTTP and HTTPS URLs with a host are accepted. Anything else fails with
///   ``CatalogError/Code/invalidArgument``.
/// - A call's timeout covers the whole exchange, including redirects and the last byte.
/// - A reply that exceeds the maximum size is aborted while it arrives.
/// - Redirects are followed as in browsers, but never from HTTPS to HTTP, and never with a body to
///   another origin (scheme, host, port). Another origin receives only harmless header fields: no
///   `Authorization`, `Music-User-Token`, `Cookie`, or unknown ones. ``Reach`` limits the targets.
/// - Compressed replies are requested and decompressed. The reply's header fields stay unchanged.
///
/// May be used on any thread. Its connections close when it is deallocated.
public final class NetworkTransport: HTTPTransport {
  /// The addresses to which calls may connect, including redirects. Addresses out of reach fail
  /// with ``CatalogError/Code/blockedRedirect``.
  public typealias Reach = MediaSource.Reach

  private let fetcher: any HTTPFetcher = Fetchers.make()
  private let clock: any PlaybackClock
  private let maximumRedirects: Int
  private let reach: Reach

  /// Makes a transport with its own connections.
  ///
  /// - Parameters:
  ///   - maximumRedirects: The maximum number of redirects of one call. Beyond it, the call fails
  ///     with ``CatalogError/Code/blockedRedirect``.
  ///   - reach: The addresses to which calls may connect.
  ///   - clock: Measures timeouts.
  public init(
    maximumRedirects: Int = 5,
    reach: Reach = .publicAfterRedirect,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.clock = clock
    self.maximumRedirects = maximumRedirects
    self.reach = reach
  }

  deinit {
    fetcher.close()
  }

  /// Sends a call and follows redirects.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    var request = call
    request.url = try call.request.checkedURL()
    request.maximumRedirects = call.maximumRedirects ?? maximumRedirects
    request.reach = call.reach ?? reach
    request.acceptsCompression = true
    try Task.checkCancellation()
    return try await clock.within(request.timeout) { [request] in
      try await self.exchange(request)
    }
  }

  private func exchange(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let outcome = Promise<HTTPTransportResponse>()
    let collector = Locked(ReplyCollector(request))
    let task = fetcher.fetch(request) { event in
      let result = collector.withLock { $0.received(event) }
      if let result { outcome.finish(result.mapError { $0 }) }
    }
    guard let task else { throw CatalogError.closed }
    defer { task.cancel() }
    return try await withTaskCancellationHandler {
      try await outcome.value()
    } onCancel: {
      outcome.finish(.failure(CancellationError()))
    }
  }
}
