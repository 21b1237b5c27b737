#if canImport(PlayerKitCCurl)
  /// Sends requests with libcurl, on a dedicated thread.
  ///
  /// The thread starts with the first request, and ends with ``close()`` or when the fetcher is
  /// freed. Requests with a window use HTTP/1.1, because there only the connection itself can slow
  /// down the server. Other requests use HTTP/2 if the server supports it.
  package final class CurlFetcher: HTTPFetcher {
    private let loop: CurlLoop

    /// - Parameter proxy: The address of a proxy for all requests; `nil` to use the environment's
    ///   proxies.
    package convenience init(proxy: String? = nil) {
      self.init(CurlSettings(proxy: proxy))
    }

    init(_ settings: CurlSettings) {
      loop = CurlLoop(settings)
    }

    deinit {
      loop.post(.close)
    }

    package func fetch(
      _ request: HTTPTransportRequest,
      _ handler: @escaping @Sendable (HTTPEvent) -> Void
    ) -> (any HTTPTask)? {
      let task = CurlTask(loop, window: request.window)
      return loop.post(.start(task, request, handler)) ? task : nil
    }

    package func close() {
      loop.post(.close)
    }
  }
#endif
