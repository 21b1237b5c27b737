import Locking
import PlayerKit

/// Remembers one value across the tasks of a wait, to describe it where the wait fails.
final class LastSeen: Sendable, CustomStringConvertible {
  private let stored = Locked<(any Sendable)?>(nil)

  var element: (any Sendable)? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  var description: String {
    element.map { String(describing: $0) } ?? "nothing"
  }
}
