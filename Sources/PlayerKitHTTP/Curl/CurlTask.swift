#if canImport(PlayerKitCCurl)
  import PlayerKitSystem

  /// A request, as those see it who made it. Keeps count of what waits for its reader.
  final class CurlTask: HTTPTask {
    private struct Flow {
      /// What the reader was given and has not taken.
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

    /// Whether the reader is to be given a piece now. If not, ``CurlLoop/Command/goOn(_:)`` comes
    /// later.
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

    func took(_ count: Int) {
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
