import Foundation
import PlayerKit
import PlayerKitHTTP
import HTTPTypes
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
public final class NetworkTransport: RedirectReportingTransport {
  /// The addresses to which calls may connect, including redirects.
  ///
  /// The connected address is checked, not the name; with a proxy, which connects itself, the name
  /// is checked. An address is public if it is not loopback, private, link-local or otherwise
  /// special. Addresses out of reach fail with ``CatalogError/Code/blockedRedirect``.
  public enum Reach: Sendable, Hashable {
    /// Any address, including redirects.
    case everywhere
    /// Any address, but only public ones after a redirect from a public server.
    case publicAfterRedirect
    /// Only public addresses.
    case publicAlone
  }

  private let fetcher: any HTTPFetcher = Fetchers.make()
  private let clock: any PlaybackClock
  private let maximumRedirects: Int
  private let reach: NetworkScope

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
    self.reach =
      switch reach {
      case .everywhere: .everywhere
      case .publicAfterRedirect: .publicAfterRedirect
      case .publicAlone: .publicAlone
      }
  }

  deinit {
    fetcher.close()
  }

  /// Sends a call and follows redirects.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let request = HTTPFetchRequest(
      try RequestURL.url(of: call.request),
      method: call.request.method,
      fields: call.request.headerFields,
      body: call.body,
      maximumRedirects: maximumRedirects,
      reach: reach,
      acceptsCompression: true,
      returnsRedirects: call.returnsRedirects
    )
    return try await answer(
      to: request,
      timeout: call.timeout,
      maximumReplySize: call.maximumReplySize,
      refusal: { _ in nil }
    ).reply
  }

  /// Sends a request unchanged, and returns the reply with the allowed reach of its server.
  package func answer(
    to request: HTTPFetchRequest,
    timeout: Duration,
    maximumReplySize: Int,
    refusal: @escaping @Sendable (HTTPResponseHead) -> CatalogError?
  ) async throws -> NetworkAnswer {
    try Task.checkCancellation()
    return try await withThrowingTaskGroup(of: NetworkAnswer?.self) { group in
      group.addTask { try await self.exchange(request, maximumReplySize, refusal) }
      group.addTask {
        try await self.clock.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      guard let reply = try await group.next() ?? nil else {
        throw CatalogError(.timedOut, "The answer did not arrive in time. Try again.")
      }
      return reply
    }
  }

  private func exchange(
    _ request: HTTPFetchRequest,
    _ maximumSize: Int,
    _ refusal: @escaping @Sendable (HTTPResponseHead) -> CatalogError?
  ) async throws -> NetworkAnswer {
    let exchange = Exchange(
      ReplyCollector(maximumSize: maximumSize, hasBody: request.method != .head),
      refusal
    )
    guard let task = fetcher.fetch(request, { exchange.heard($0) }) else {
      throw CatalogError(HTTPError.closed)
    }
    defer { task.cancel() }
    return try await withTaskCancellationHandler {
      try await exchange.outcome.value()
    } onCancel: {
      exchange.outcome.finish(.failure(CancellationError()))
    }
  }
}

/// A transport that can leave redirects to the caller, and reports the source of a reply.
package protocol RedirectReportingTransport: HTTPTransport {
  /// Sends a request unchanged.
  ///
  /// - Parameter refusal: Judges the head of the reply, on any thread. Returns `nil` to accept the
  ///   body.
  func answer(
    to request: HTTPFetchRequest,
    timeout: Duration,
    maximumReplySize: Int,
    refusal: @escaping @Sendable (HTTPResponseHead) -> CatalogError?
  ) async throws -> NetworkAnswer
}

/// A reply, and the addresses to which its server may redirect.
package struct NetworkAnswer: Sendable {
  package var reply: HTTPTransportResponse
  /// The final URL, after redirects.
  package var url: URL
  package var reach: NetworkScope

  package init(reply: HTTPTransportResponse, url: URL, reach: NetworkScope) {
    self.reply = reply
    self.url = url
    self.reach = reach
  }
}

/// A call in progress.
private final class Exchange: Sendable {
  private struct State {
    var collector: ReplyCollector
    var head: HTTPResponseHead?
  }

  let outcome = Promise<NetworkAnswer>()
  private let state: Locked<State>
  private let refusal: @Sendable (HTTPResponseHead) -> CatalogError?

  init(
    _ collector: ReplyCollector,
    _ refusal: @escaping @Sendable (HTTPResponseHead) -> CatalogError?
  ) {
    state = Locked(State(collector: collector))
    self.refusal = refusal
  }

  func heard(_ event: HTTPEvent) {
    if case .head(let answer) = event, let refused = refusal(answer) {
      return outcome.finish(.failure(refused))
    }
    let result = state.withLock { state -> Result<NetworkAnswer, CatalogError>? in
      switch event {
      case .redirected: break
      case .head(let answer):
        state.head = answer
        state.collector.received(answer)
      case .data(let data): state.collector.received(data)
      case .end(let failure):
        let reply = state.collector.finished(failure.map { CatalogError($0) })
        guard let head = state.head else { return .failure(reply.failure ?? ReplyCollector.cut) }
        return reply.map { NetworkAnswer(reply: $0, url: head.url, reach: head.reach) }
      }
      return state.collector.failure.map { .failure($0) }
    }
    if let result { outcome.finish(result.mapError { $0 }) }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
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
