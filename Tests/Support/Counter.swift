import PlayerKitSystem

/// Counts from 1, from any thread.
package final class Counter: Sendable {
  private let count = Locked(0)

  package init() {}

  /// The number of calls of ``next()``.
  package var value: Int { count.withLock { $0 } }

  package func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
