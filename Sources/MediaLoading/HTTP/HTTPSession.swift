import Foundation
import Locking
import PlayerKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends the requests of all streams of an engine. Knows no cookies, no cache, no credentials.
///
/// Threads: any. Handlers are called serially, on the session's own queue.
final class HTTPSession: Sendable {
  /// What a stream hears about its request.
  enum Event: Sendable {
    case head(HTTPHead)
    case data(Data)
    /// Comes once, as the last, unless the request was cancelled.
    case end(PlayerError?)
  }

  typealias Handler = @Sendable (Event) -> Void

  /// A request under way.
  struct Exchange: Sendable {
    fileprivate let task: URLSessionDataTask
    fileprivate let delegate: HTTPSessionDelegate

    /// Ends it. Called again or after the end: no effect.
    func cancel() {
      delegate.cancel(task)
    }
  }

  private let session: URLSession
  private let queue = OperationQueue()
  private let isInvalid = Locked(false)
  private let delegate = HTTPSessionDelegate()

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    // A stream that nobody reads may rest for long; the streams watch the time themselves.
    configuration.timeoutIntervalForRequest = 24 * 3600
    queue.name = "PlayerKit.MPV.http"
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  /// Sends a request for a part of a resource, or for all of it.
  ///
  /// The address's header fields are sent to its own host only.
  ///
  /// - Returns: `nil` after ``invalidate()``: then nothing is sent.
  func start(
    _ address: HTTPAddress,
    _ part: HTTPReader.Request,
    _ handler: @escaping Handler
  ) -> Exchange? {
    var request = URLRequest(url: address.url)
    for (name, value) in address.headers { request.setValue(value, forHTTPHeaderField: name) }
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if let length = part.length {
      let last = part.offset + length - 1
      request.setValue("bytes=\(part.offset)-\(last)", forHTTPHeaderField: "Range")
    }
    // A live stream then tells what it plays.
    if part.offset == 0 { request.setValue("1", forHTTPHeaderField: "Icy-MetaData") }
    if part.offset > 0, let validator = part.validator {
      request.setValue(validator, forHTTPHeaderField: "If-Range")
    }
    // A session that is invalid ends the process. What is made before is there when all is ended.
    let task = isInvalid.withLock { isInvalid -> URLSessionDataTask? in
      guard !isInvalid else { return nil }
      let task = session.dataTask(with: request)
      delegate.add(task, secrets: Set(address.headers.keys), handler)
      return task
    }
    guard let task else { return nil }
    task.resume()
    return Exchange(task: task, delegate: delegate)
  }

  /// Ends all requests, each by ``HTTPFailure/closed``, and the session.
  func invalidate() {
    isInvalid.withLock { $0 = true }
    let handlers = delegate.removeAll { session.invalidateAndCancel() }
    queue.addOperation { for handler in handlers { handler(.end(HTTPFailure.closed)) } }
  }
}

private final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  private struct Exchange: Sendable {
    let handler: HTTPSession.Handler
    let secrets: Set<String>
    var redirects = 0
    var failure: PlayerError?
  }

  private static let mostRedirects = 10

  private let exchanges = Locked<[Int: Exchange]>([:])

  func add(_ task: URLSessionTask, secrets: Set<String>, _ handler: @escaping HTTPSession.Handler) {
    exchanges.withLock {
      $0[task.taskIdentifier] = Exchange(handler: handler, secrets: secrets)
    }
  }

  /// Ends an exchange without a word. Under the lock: the session only queues what it is told.
  func cancel(_ task: URLSessionTask) {
    exchanges.withLock { exchanges in
      exchanges[task.taskIdentifier] = nil
      task.cancel()
    }
  }

  /// Ends all exchanges by `cancel`, under the lock as well.
  ///
  /// - Returns: their handlers, which hear nothing more.
  func removeAll(_ cancel: () -> Void) -> [HTTPSession.Handler] {
    exchanges.withLock { exchanges in
      defer { exchanges = [:] }
      cancel()
      return exchanges.values.map(\.handler)
    }
  }

  // Redirects are asked about at the session's delegate only: a task's is not, on Linux. There an
  // answer that comes when the task is cancelled ends the process.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    exchanges.withLock { exchanges in
      let id = task.taskIdentifier
      guard var exchange = exchanges[id] else { return }
      exchange.redirects += 1
      let outcome = RedirectRule.follow(
        request,
        from: response,
        secrets: exchange.secrets,
        isOneTooMany: exchange.redirects > Self.mostRedirects
      )
      if case .failure(let error) = outcome { exchange.failure = error }
      exchanges[id] = exchange
      completionHandler(try? outcome.get())
      if exchange.failure != nil { task.cancel() }
    }
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let exchange = exchanges.withLock { $0[dataTask.taskIdentifier] }
    if let exchange, exchange.failure == nil, let response = response as? HTTPURLResponse {
      let head = HTTPHead(status: response.statusCode) { response.value(forHTTPHeaderField: $0) }
      exchange.handler(.head(head))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchanges.withLock { $0[dataTask.taskIdentifier] }?.handler(.data(data))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) })
    else { return }
    exchange.handler(.end(exchange.failure ?? error.map { HTTPFailure.error($0) }))
  }
}
