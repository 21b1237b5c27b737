import Foundation
import PlayerKitHTTP
import HTTPTypes
import PlayerKitSystem

/// Sends calls over the network, by libcurl; on systems without it, by URLSession. It keeps nothing: no
/// cookies, no cache, no credentials.
///
/// - Only http and https with a host are asked; anything else is
///   ``CatalogError/Code/invalidArgument``.
/// - A call's timeout is that of the whole exchange, redirects and the last byte included.
/// - An answer beyond the call's size is cut while it comes, not collected.
/// - A redirect is followed as browsers do, but never from https to http, never with a body to
///   another origin (scheme, host, port), and to another origin only with header fields that are
///   harmless: no `Authorization`, `Music-User-Token`, `Cookie`, nor any unknown one. Where it may lead
///   is said by ``Reach``.
/// - Compressed answers are asked for, and inflated; the answer's fields are left as they came.
///
/// May be used on any thread. Its connections end with its life.
public final class NetworkTransport: RedirectTellingTransport {
  /// Which addresses calls may connect to: those that are named, and those to which servers lead.
  ///
  /// The address that is connected to is checked, not the name. Behind a proxy, which connects by itself,
  /// the name is. Public is what may be anybody's server: no loopback, private, link-local or other
  /// special address. What is out of reach fails by ``CatalogError/Code/blockedRedirect``.
  public enum Reach: Sendable, Hashable {
    /// Any address, also where servers lead.
    case everywhere
    /// Any address; but once a server at a public one has led on, public ones alone.
    case publicAfterRedirect
    /// Public addresses alone.
    case publicAlone
  }

  private let fetcher: any HTTPFetcher = Fetchers.make()
  private let clock: any CatalogClock
  private let maximumRedirects: Int
  private let reach: NetworkScope

  /// Makes a transport with connections of its own.
  ///
  /// - Parameters:
  ///   - maximumRedirects: how often a server may lead one call on; beyond it the call fails by
  ///     ``CatalogError/Code/blockedRedirect``.
  ///   - reach: which addresses calls may connect to.
  ///   - clock: what timeouts are measured by.
  public init(
    maximumRedirects: Int = 5,
    reach: Reach = .publicAfterRedirect,
    clock: any CatalogClock = SystemCatalogClock()
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

  /// Sends a call and follows where the server leads.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    let request = HTTPFetch(
      try RequestURL.url(of: call.request),
      method: call.request.method,
      fields: call.request.headerFields,
      body: call.body,
      mostRedirects: maximumRedirects,
      reach: reach,
      acceptsCompression: true,
      leavesRedirects: call.leavesRedirects
    )
    return try await answer(
      to: request,
      timeout: call.timeout,
      maximumReplySize: call.maximumReplySize,
      refusal: { _ in nil }
    ).reply
  }

  /// Sends a request as it is, and tells what its server may lead to.
  package func answer(
    to request: HTTPFetch,
    timeout: Duration,
    maximumReplySize: Int,
    refusal: @escaping @Sendable (HTTPAnswer) -> CatalogError?
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
        throw CatalogError(.timedOut, "No whole answer came in time.")
      }
      return reply
    }
  }

  private func exchange(
    _ request: HTTPFetch,
    _ maximumSize: Int,
    _ refusal: @escaping @Sendable (HTTPAnswer) -> CatalogError?
  ) async throws -> NetworkAnswer {
    let exchange = Exchange(
      ReplyCollector(maximumSize: maximumSize, hasBody: request.method != .head),
      refusal
    )
    guard let task = fetcher.fetch(request, { exchange.heard($0) }) else {
      throw CatalogError(FetchFailure.closed)
    }
    defer { task.cancel() }
    return try await withTaskCancellationHandler {
      try await exchange.outcome.value()
    } onCancel: {
      exchange.outcome.finish(.failure(CancellationError()))
    }
  }
}

/// A transport that can leave redirects to who asks, and tells where an answer came from.
package protocol RedirectTellingTransport: HTTPTransport {
  /// Sends a request as it is.
  ///
  /// - Parameter refusal: judges the head of the answer, on any thread; `nil`: its body is wanted.
  func answer(
    to request: HTTPFetch,
    timeout: Duration,
    maximumReplySize: Int,
    refusal: @escaping @Sendable (HTTPAnswer) -> CatalogError?
  ) async throws -> NetworkAnswer
}

/// An answer, and what its server may lead to.
package struct NetworkAnswer: Sendable {
  package var reply: HTTPReply
  /// Where it came from, redirects followed.
  package var url: URL
  package var reach: NetworkScope

  package init(reply: HTTPReply, url: URL, reach: NetworkScope) {
    self.reply = reply
    self.url = url
    self.reach = reach
  }
}

/// A call under way.
private final class Exchange: Sendable {
  private struct State {
    var collector: ReplyCollector
    var head: HTTPAnswer?
  }

  let outcome = Promise<NetworkAnswer>()
  private let state: Locked<State>
  private let refusal: @Sendable (HTTPAnswer) -> CatalogError?

  init(
    _ collector: ReplyCollector,
    _ refusal: @escaping @Sendable (HTTPAnswer) -> CatalogError?
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
      case .ledOn: break
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
  /// Why a request came to nothing. No message holds a URL: its query may be a secret.
  package init(_ failure: FetchFailure) {
    self =
      switch failure {
      case .unsupportedURL: Self(.invalidArgument, "The address cannot be asked.")
      case .unknownHost: Self(.unreachable, "The server's name is not known.")
      case .noConnection: Self(.unreachable, "The server refused the connection, or is not there.")
      case .timedOut: Self(.timedOut, "The server did not answer in time.")
      case .cut, .closed: Self(.interrupted, "The connection was lost.")
      case .untrusted: Self(.untrusted, "There is no trusted connection to the server.")
      case .malformed: Self(.malformedReply, "What the server sent is no answer of http.")
      case .blockedRedirect:
        Self(.blockedRedirect, "The server led to an address that is neither http nor https.")
      case .downgraded: Self(.blockedRedirect, "The server led from https to http.")
      case .bodyLedAway: Self(.blockedRedirect, "The server led a body to another host.")
      case .tooManyRedirects:
        Self(.blockedRedirect, "The server led from one place to the next too often.")
      case .outOfReach:
        Self(.blockedRedirect, "The server led to an address that is not on the Internet.")
      }
  }
}
