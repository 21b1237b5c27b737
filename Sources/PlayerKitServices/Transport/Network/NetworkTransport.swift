import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitHTTP
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
    return try await withThrowingTaskGroup(of: HTTPTransportResponse?.self) { [request] group in
      group.addTask { try await self.exchange(request) }
      group.addTask {
        try await self.clock.sleep(for: request.timeout)
        return nil
      }
      defer { group.cancelAll() }
      guard let reply = try await group.next() ?? nil else {
        throw CatalogError(.timedOut, "The answer did not arrive in time. Try again.")
      }
      return reply
    }
  }

  private func exchange(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let outcome = Promise<HTTPTransportResponse>()
    let collector = Locked(ReplyCollector(request))
    let task = fetcher.fetch(request) { event in
      let result = collector.withLock { $0.received(event) }
      if let result { outcome.finish(result.mapError { $0 }) }
    }
    guard let task else { throw CatalogError(HTTPError.closed) }
    defer { task.cancel() }
    return try await withTaskCancellationHandler {
      try await outcome.value()
    } onCancel: {
      outcome.finish(.failure(CancellationError()))
    }
  }
}

extension CatalogError {
  /// Makes an error from a failed request. Messages contain no URL, because its query may be
  /// secret.
  package init(_ failure: HTTPError) {
    self =
      switch failure {
      case .unsupportedURL: Self(.invalidArgument, "The address cannot be asked.")
      case .unknownHost: Self(.unreachable, "The server's name is not known.")
      case .noConnection: Self(.unreachable, "The server refused the connection, or is not there.")
      case .timedOut: Self(.timedOut, "The server did not answer in time.")
      case .cut, .closed: Self(.interrupted, "The connection was lost.")
      case .untrusted:
        Self(
          .untrusted,
          "The server's certificate is not trusted. Check the address and the clock of this machine."
        )
      case .malformed: Self(.malformedReply, "The server's answer is not HTTP. Check the address.")
      case .blockedRedirect:
        Self(.blockedRedirect, "The server led to an address that is neither http nor https.")
      case .downgraded: Self(.blockedRedirect, "The server led from https to http.")
      case .bodyRedirected: Self(.blockedRedirect, "The server led a body to another host.")
      case .tooManyRedirects:
        Self(.blockedRedirect, "The server led from one place to the next too often.")
      case .outOfReach:
        Self(.blockedRedirect, "The server led to an address that is not on the Internet.")
      }
  }
}
