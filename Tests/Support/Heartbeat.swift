import Foundation
import PlayerKitSystem
import Testing

/// Measures how late the machine runs a thread during a real-time test.
///
/// The trait prints the longest delay after each test. If a real-time test fails while the machine
/// was delayed, `Scripts/test.py` runs it once more and reports that.
package struct Heartbeat: SuiteTrait, TestTrait, TestScoping {
  private static let interval: TimeInterval = 0.005

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let state = Locked((isOver: false, delay: TimeInterval.zero))
    Thread.detachNewThread {
      var last = ProcessInfo.processInfo.systemUptime
      while !state.withLock(\.isOver) {
        Thread.sleep(forTimeInterval: Self.interval)
        let now = ProcessInfo.processInfo.systemUptime
        state.withLock { $0.delay = max($0.delay, now - last - Self.interval) }
        last = now
      }
    }
    defer {
      let delay = state.withLock {
        $0.isOver = true
        return $0.delay
      }
      FileHandle.standardOutput.write(Data("heartbeat | \(test.id) | \(delay)\n".utf8))
    }
    try await function()
  }
}

extension Trait where Self == Heartbeat {
  /// Measures how late the machine runs a thread while the tests run. Every real-time suite has it.
  package static var heartbeat: Self { Heartbeat() }
}
