import Dispatch

/// Has what takes much memory be read one at a time: TagLib holds a tag in one piece, and copies parts.
///
/// Threads: any.
final class LargeTurns: Sendable {
  fileprivate let gate = DispatchSemaphore(value: 1)
}

/// The place of one inspection in that line. One thread uses it.
final class LargeTurn {
  private static let large = 4 << 20

  private let turns: LargeTurns
  private var isTaken = false

  init(_ turns: LargeTurns) { self.turns = turns }

  /// Whether so many bytes may be held. Waits for others that hold many.
  func allows(_ count: Int, unless isCancelled: () -> Bool) -> Bool {
    guard count > Self.large, !isTaken else { return true }
    while turns.gate.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { return false }
    }
    isTaken = true
    return true
  }

  /// Lets the next one go on. Called again, it does nothing.
  func end() {
    if isTaken { turns.gate.signal() }
    isTaken = false
  }
}
