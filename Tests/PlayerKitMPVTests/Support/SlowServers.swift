import Foundation
import PlayerKit
import TestSupport

extension Stage {
  /// Makes a server with delayed responses, on the engine's clock.
  func server(
    delay: Duration,
    _ handler: @escaping LoopbackServer.Handler
  ) throws -> LoopbackServer {
    try LoopbackServer { [clock] request in
      let isDue = DispatchSemaphore(value: 0)
      _ = clock.schedule(at: clock.now + delay) { isDue.signal() }
      // A failed test may stop the clock, so the wait has a limit.
      _ = isDue.wait(timeout: .now() + 60)
      return handler(request)
    }
  }
}

/// Blocks threads, for example of a server that must not respond for a while.
///
/// The condition guards the field.
final class Barrier: @unchecked Sendable {
  private let condition = NSCondition()
  private var isClosed = false

  func close() { set(true) }
  func open() { set(false) }

  /// Waits while the barrier is closed.
  func pass() {
    condition.withLock { while isClosed { condition.wait() } }
  }

  private func set(_ isClosed: Bool) {
    condition.withLock {
      self.isClosed = isClosed
      condition.broadcast()
    }
  }
}
