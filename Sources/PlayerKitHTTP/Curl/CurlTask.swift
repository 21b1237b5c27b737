#if canImport(PlayerKitCCurl)
  import PlayerKitSystem

  /// A request as seen by its caller. It counts the bytes that the reader has not taken.
  final class CurlTask: HTTPTask {
    private struct Flow {
      /// The number of bytes that the reader received but has not taken.
      var waiting = 0
      var isPaused = false
      var isCancelled = false
    }

    private let loop: CurlLoop
    private let window: Int?
    private let flow = Locked(Flow())

    init(_ loop: CurlLoop, window: Int?) {
      self.loop = loop
      self.window = window
    }

    var isCancelled: Bool { flow.withLock { $0.isCancelled } }

    /// Returns whether the reader may receive data now. If not, ``CurlLoop/Command/goOn(_:)`` is
    /// posted later.
    func admit(_ count: Int) -> Bool {
      flow.withLock { flow in
        if let window, flow.waiting >= window {
          flow.isPaused = true
          return false
        }
        flow.waiting += count
        return true
      }
    }

    func acknowledge(_ count: Int) {
      let goesOn = flow.withLock { flow in
        flow.waiting -= min(max(count, 0), flow.waiting)
        guard flow.isPaused, flow.waiting <= (window ?? 0) / 2 else { return false }
        flow.isPaused = false
        return true
      }
      if goesOn { loop.post(.goOn(self)) }
    }

    func cancel() {
      let isFirst = flow.withLock { flow in
        defer { flow.isCancelled = true }
        return !flow.isCancelled
      }
      if isFirst { loop.post(.cancel(self)) }
    }
  }
#endif
