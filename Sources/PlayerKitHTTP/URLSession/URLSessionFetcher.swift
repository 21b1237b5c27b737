#if !canImport(PlayerKitCCurl)
  import Foundation
  import HTTPTypes
  import PlayerKitSystem

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Sends requests with its own URLSession where libcurl is not available: on Apple's mobile
  /// systems.
  ///
  /// It checks the reach only by host names, because the session does not report an address before
  /// it connects.
  package final class URLSessionFetcher: HTTPFetcher {
    private let session: URLSession
    private let delegate = SessionDelegate()

    package init() {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCredentialStorage = nil
      // The callers handle timeouts.
      configuration.timeoutIntervalForRequest = 24 * 3600
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    deinit {
      session.invalidateAndCancel()
    }

    package func fetch(
      _ request: HTTPTransportRequest,
      _ handler: @escaping @Sendable (HTTPEvent) -> Void
    ) -> (any HTTPTask)? {
      if delegate.isClosed.withLock({ $0 }) { return nil }
      return SessionExchange(session, delegate, request, handler)
    }

    package func close() {
      delegate.isClosed.withLock { isClosed in
        guard !isClosed else { return }
        isClosed = true
        session.invalidateAndCancel()
      }
    }
  }

  /// A request, including all its redirects.
  private final class SessionExchange: HTTPTask {
    private struct State {
      var request: HTTPTransportRequest
      var task: URLSessionDataTask?
      var redirects = 0
      var waiting = 0
      var isPaused = false
      var isCancelled = false
      var hasHead = false
    }

    private let session: URLSession
    private let delegate: SessionDelegate
    private let handler: @Sendable (HTTPEvent) -> Void
    private let state: Locked<State>

    init(
      _ session: URLSession,
      _ delegate: SessionDelegate,
      _ request: HTTPTransportRequest,
      _ handler: @escaping @Sendable (HTTPEvent) -> Void
    ) {
      self.session = session
      self.delegate = delegate
      self.handler = handler
      state = Locked(State(request: request))
      send(request)
    }

    private func send(_ request: HTTPTransportRequest) {
      let reach = request.reach ?? .publicAfterRedirect
      guard let url = request.url, url.isHTTP, reach.allows(host: url.plainHost) else {
        return tellEnd(request.url?.isHTTP == true ? .outOfReach : .unsupportedURL)
      }
      var message = URLRequest(url: url)
      message.httpMethod = request.method.rawValue
      for field in request.fieldsToSend {
        message.addValue(field.value, forHTTPHeaderField: field.name.rawName)
      }
      if !request.acceptsCompression {
        message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      }
      message.httpBody = request.body
      // Using an invalidated session ends the process.
      let task = delegate.isClosed.withLock { $0 ? nil : session.dataTask(with: message) }
      guard let task else { return tellEnd(.closed) }
      let isWanted = state.withLock { state in
        state.request = request
        state.task = task
        return !state.isCancelled
      }
      guard isWanted else { return }
      delegate.add(self, task)
      task.resume()
    }

    private func tellEnd(_ failure: CatalogError?) {
      session.delegateQueue.addOperation {
        if !self.state.withLock({ $0.isCancelled }) { self.handler(.end(failure)) }
      }
    }

    func acknowledge(_ count: Int) {
      state.withLock { state in
        state.waiting -= min(max(count, 0), state.waiting)
        guard state.isPaused, state.waiting <= (state.request.window ?? 0) / 2 else { return }
        state.isPaused = false
        state.task?.resume()
      }
    }

    func cancel() {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      if let task { delegate.cancel(task) }
    }

    // MARK: Session delegate

    func received(_ response: HTTPURLResponse) {
      let (request, redirects) = state.withLock { ($0.request, $0.redirects) }
      guard let url = request.url else { return }
      let reach = request.reach ?? .publicAfterRedirect
      let answer = HTTPTransportResponse(
        status: response.statusCode,
        fields: Self.fields(of: response),
        url: url,
        reach: reach.ofUnknownServer(at: url),
        isStripped: request.isStripped
      )
      request.cookies?.take(answer.fields, from: url)
      do throws(CatalogError) {
        if !request.returnsRedirects,
          let next = try RedirectRule.next(request, after: answer, count: redirects)
        {
          let task = state.withLock { state in
            state.redirects += 1
            return state.task
          }
          if let task { delegate.cancel(task) }
          handler(.redirected)
          return send(next)
        }
        state.withLock { $0.hasHead = true }
        handler(.head(answer))
      } catch {
        finished(error)
      }
    }

    func received(_ data: Data) {
      state.withLock { state in
        state.waiting += data.count
        guard let window = state.request.window, state.waiting >= window, !state.isPaused else {
          return
        }
        state.isPaused = true
        state.task?.suspend()
      }
      handler(.data(data))
    }

    func finished(_ error: (any Error)?) {
      let hasHead = state.withLock { $0.hasHead }
      guard let error else { return finished(hasHead ? nil : .malformed) }
      finished(Self.failure(error))
    }

    private func finished(_ failure: CatalogError?) {
      let (task, isCancelled) = state.withLock { ($0.task, $0.isCancelled) }
      guard let task, delegate.remove(task) else { return }
      task.cancel()
      if !isCancelled { handler(.end(delegate.isClosed.withLock { $0 } ? .closed : failure)) }
    }

    private static func fields(of response: HTTPURLResponse) -> HTTPFields {
      var fields = HTTPFields()
      // The type of the fields traps above 65,535 fields.
      for (name, value) in response.allHeaderFields.prefix(HeadParser.maximumFields) {
        guard let name = (name as? String).flatMap({ HTTPField.Name($0) }),
          let value = value as? String
        else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      return fields
    }

    private static func failure(_ error: any Error) -> CatalogError {
      switch (error as? URLError)?.code {
      case .timedOut: .timedOut
      case .cannotFindHost, .dnsLookupFailed: .unknownHost
      case .cannotConnectToHost, .notConnectedToInternet: .noConnection
      case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData: .malformed
      case .unsupportedURL, .badURL: .unsupportedURL
      case .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired:
        .untrusted
      default: .cut
      }
    }
  }

  /// Forwards the session's callbacks to their exchanges.
  private final class SessionDelegate: NSObject, URLSessionDataDelegate {
    let isClosed = Locked(false)
    private let exchanges = Locked<[Int: SessionExchange]>([:])

    func add(_ exchange: SessionExchange, _ task: URLSessionTask) {
      exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    /// - Returns: Whether it was registered.
    func remove(_ task: URLSessionTask) -> Bool {
      exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) } != nil
    }

    func cancel(_ task: URLSessionTask) {
      exchanges.withLock { exchanges in
        exchanges[task.taskIdentifier] = nil
        task.cancel()
      }
    }

    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession,
      dataTask: URLSessionDataTask,
      didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      completionHandler(.allow)
      guard let response = response as? HTTPURLResponse else { return }
      exchanges.withLock { $0[dataTask.taskIdentifier] }?.received(response)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchanges.withLock { $0[dataTask.taskIdentifier] }?.received(data)
    }

    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didCompleteWithError error: (any Error)?
    ) {
      exchanges.withLock { $0[task.taskIdentifier] }?.finished(error)
    }
  }
#endif
