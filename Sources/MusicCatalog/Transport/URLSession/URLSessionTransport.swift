import Foundation
import HTTPTypes
import Locking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends calls through a URLSession of its own, which keeps nothing: no cookies, no cache, no
/// credentials.
///
/// - Only http and https with a host are asked; anything else is
///   ``CatalogError/Code/invalidArgument``.
/// - A call's timeout is that of the whole exchange, redirects and the last byte included.
/// - An answer beyond the call's size is cut while it comes, not collected. A compressed one is
///   inflated by Foundation, and handed over in large pieces: before the cut, memory may rise above
///   the bound by such a piece.
/// - A redirect is followed as browsers do, but never from https to http, never with a body to
///   another origin (scheme, host, port), and to another origin only with header fields that are
///   harmless: no `Authorization`, `Music-User-Token`, `Cookie`, nor any unknown one.
/// - gzip is asked for and undone; the answer's fields are left as they came.
///
/// May be used on any thread. Its connections end with its life.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let delegate = SessionDelegate()
  private let clock: any CatalogClock
  private let maximumRedirects: Int

  /// Makes a transport with a session of its own.
  ///
  /// - Parameters:
  ///   - maximumRedirects: how often a server may lead one call on; beyond it the call fails by
  ///     ``CatalogError/Code/blockedRedirect``.
  ///   - clock: what timeouts are measured by.
  public init(maximumRedirects: Int = 5, clock: any CatalogClock = SystemCatalogClock()) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    // Each call watches its own time.
    configuration.timeoutIntervalForRequest = 24 * 3600
    let queue = OperationQueue()
    queue.name = "MusicCatalog.http"
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    self.clock = clock
    self.maximumRedirects = maximumRedirects
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Sends a call and follows where the server leads.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    try Task.checkCancellation()
    return try await withThrowingTaskGroup(of: HTTPReply?.self) { group in
      group.addTask { try await self.follow(call) }
      group.addTask {
        try await self.clock.sleep(for: call.timeout)
        return nil
      }
      defer { group.cancelAll() }
      guard let reply = try await group.next() ?? nil else {
        throw CatalogError(.timedOut, "No whole answer came in time.")
      }
      return reply
    }
  }

  private func follow(_ call: HTTPCall) async throws -> HTTPReply {
    var call = call
    var redirects = 0
    while true {
      let url = try RequestURL.url(of: call.request)
      let reply = try await exchange(call, at: url)
      guard let next = try RedirectRule.next(call, at: url, after: reply.response) else {
        return reply
      }
      redirects += 1
      guard redirects <= maximumRedirects else { throw RedirectRule.tooMany }
      call = next
    }
  }

  private func exchange(_ call: HTTPCall, at url: URL) async throws -> HTTPReply {
    var request = URLRequest(url: url)
    request.httpMethod = call.request.method.rawValue
    for field in call.request.headerFields {
      request.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    request.httpBody = call.body
    let task = session.dataTask(with: request)
    let outcome = delegate.add(task, call)
    defer { delegate.remove(task) }
    return try await withTaskCancellationHandler {
      task.resume()
      return try await outcome.value()
    } onCancel: {
      delegate.cancel(task)
    }
  }
}

/// Hands what the session says to the exchange it belongs to.
private final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private struct Exchange: Sendable {
    var collector: ReplyCollector
    let outcome = Promise<HTTPReply>()
  }

  private let exchanges = Locked<[Int: Exchange]>([:])

  func add(_ task: URLSessionTask, _ call: HTTPCall) -> Promise<HTTPReply> {
    let exchange = Exchange(collector: ReplyCollector(call))
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
    return exchange.outcome
  }

  func remove(_ task: URLSessionTask) {
    _ = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  /// Ends an exchange by cancellation. Under the lock: the session only queues what it is told.
  func cancel(_ task: URLSessionTask) {
    let exchange = exchanges.withLock { exchanges in
      task.cancel()
      return exchanges.removeValue(forKey: task.taskIdentifier)
    }
    exchange?.outcome.finish(.failure(CancellationError()))
  }

  // Asked of the session's delegate only: a task's is not, on Linux. There an answer that comes when
  // the task is cancelled ends the process.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    exchanges.withLock { exchanges in
      if exchanges[task.taskIdentifier] != nil { completionHandler(nil) }
    }
  }

  #if canImport(FoundationNetworking)
    // A 401 is an answer. On Linux the session asks once the answer is whole, and then either waits
    // for ever, as there is no credential, or calls the task cancelled.
    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      finish(task, nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      let head = Self.head(of: response)
      update(dataTask) { $0.received(head) }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    update(dataTask) { $0.received(data) }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    finish(task, error)
  }

  private func finish(_ task: URLSessionTask, _ error: (any Error)?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard var exchange else { return }
    // A redirect that leads nowhere is not announced on Linux, only kept at the task.
    if error == nil, !exchange.collector.hasHead, let response = task.response as? HTTPURLResponse {
      exchange.collector.received(Self.head(of: response))
    }
    if let error, URLSessionFailure.isCancellation(error), exchange.collector.failure == nil {
      return exchange.outcome.finish(.failure(CancellationError()))
    }
    let result = exchange.collector.finished(error.map(URLSessionFailure.error))
    exchange.outcome.finish(result.mapError { $0 })
  }

  private func update(_ task: URLSessionTask, _ body: (inout ReplyCollector) -> Void) {
    let failed = exchanges.withLock { exchanges -> (Promise<HTTPReply>, CatalogError)? in
      guard var exchange = exchanges.removeValue(forKey: task.taskIdentifier) else { return nil }
      body(&exchange.collector)
      if let failure = exchange.collector.failure { return (exchange.outcome, failure) }
      exchanges[task.taskIdentifier] = exchange
      return nil
    }
    guard let (outcome, failure) = failed else { return }
    outcome.finish(.failure(failure))
    task.cancel()
  }

  private static func head(of response: HTTPURLResponse) -> HTTPResponse {
    var fields = HTTPFields()
    // The fields' type traps beyond 65,535 of them.
    for (name, value) in response.allHeaderFields.prefix(1000) {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }),
        let value = value as? String
      else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    let code = response.statusCode
    let status = HTTPResponse.Status(code: (100...999).contains(code) ? code : 599)
    return HTTPResponse(status: status, headerFields: fields)
  }
}
