import Foundation
import PlayerKit
import TestSupport

extension Stage {
  /// Makes a server whose every answer is late, on the engine's clock.
  func server(
    delay: Duration,
    _ handler: @escaping LoopbackServer.Handler
  ) throws -> LoopbackServer {
    try LoopbackServer { [clock] request in
      let isDue = DispatchSemaphore(value: 0)
      _ = clock.schedule(at: clock.now + delay) { isDue.signal() }
      // A test that fails may let no more time pass.
      _ = isDue.wait(timeout: .now() + 60)
      return handler(request)
    }
  }
}

/// Holds up threads, such as those of a server that is to answer nothing for a while.
///
/// The condition guards the field.
final class Barrier: @unchecked Sendable {
  private let condition = NSCondition()
  private var isClosed = false

  func close() { set(true) }
  func open() { set(false) }

  /// Waits while it is closed.
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
