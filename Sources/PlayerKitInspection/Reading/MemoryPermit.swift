import Dispatch

/// Lets only one inspection at a time hold much memory: TagLib holds a whole tag and copies parts
/// of it.
///
/// Safe on any thread.
final class MemoryGate: Sendable {
  fileprivate let gate = DispatchSemaphore(value: 1)
}

/// The turn of one inspection. One thread uses it.
final class MemoryPermit {
  private static let large = 4 << 20

  private let turns: MemoryGate
  private var isTaken = false

  init(_ turns: MemoryGate) { self.turns = turns }

  /// Whether the inspection may hold this many bytes. Waits for others that hold many.
  func allows(_ count: Int, unless isCancelled: () -> Bool) -> Bool {
    guard count > Self.large, !isTaken else { return true }
    while turns.gate.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isCancelled() { return false }
    }
    isTaken = true
    return true
  }

  /// Lets the next inspection continue. Has no effect if called again.
  func end() {
    if isTaken { turns.gate.signal() }
    isTaken = false
  }
}
