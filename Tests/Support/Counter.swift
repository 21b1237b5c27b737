import PlayerKitSystem

/// Counts from 1, from any thread.
package final class Counter: Sendable {
  private let count = Locked(0)

  package init() {}

  package func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
