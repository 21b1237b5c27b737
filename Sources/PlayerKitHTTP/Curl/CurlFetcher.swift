#if canImport(PlayerKitCCurl)
  /// Sends requests by libcurl, on a thread of its own.
  ///
  /// The thread begins with the first request, and ends with ``close()`` or the fetcher's life.
  /// Requests with a window speak HTTP/1.1, since a server is held back there by its connection
  /// alone; others speak HTTP/2 where the server does.
  package final class CurlFetcher: HTTPFetcher {
    private let loop: CurlLoop

    /// - Parameter proxy: the address of a proxy for all requests; `nil`: what the environment
    ///   says.
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
      _ request: HTTPFetch,
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
