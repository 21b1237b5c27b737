import PlayerKit
import PlayerKitSystem

/// A store with the journal of `FileQueueStore` on a simulated disk that takes its time.
final class SimulatedStore: QueueStore {
  private let journal: Locked<QueueJournal>
  private let clock: any PlaybackClock
  private let dice: Locked<SeededGenerator>
  private let fault: SimulatedWorld.Fault?

  init(
    on disk: SimulatedDisk,
    clock: any PlaybackClock,
    seed: UInt64,
    fault: SimulatedWorld.Fault?
  ) {
    // Rewritten only if the history is erased: the length of a line depends on random ids.
    let journal = QueueJournal(path: "queue", slack: .max) { (path) throws(QueueStoreError) in
      try disk.openFile(path)
    }
    self.journal = Locked(journal)
    self.clock = clock
    dice = Locked(SeededGenerator(seed: seed))
    self.fault = fault
  }

  func restore() async throws(QueueStoreError) -> StoredQueue? {
    await work()
    let stored = try journal.withLock { (journal) throws(QueueStoreError) in
      try journal.restore()
    }
    return fault == .storeMixesStates ? try stored?.mixed() : stored
  }

  func write(_ changes: QueueChanges) async throws(QueueStoreError) {
    await work()
    try journal.withLock { (journal) throws(QueueStoreError) in try journal.write(changes) }
    if fault == .storeNeverAnswers { await clock.wait(for: .seconds(100_000)) }
  }

  func close() async { end() }

  /// Ends all use of the disk, as the end of the process does.
  func end() {
    journal.withLock { $0.close() }
  }

  /// Waits as long as a busy disk takes.
  private func work() async {
    let delay = dice.withLock { dice in
      let isSlow = Int.random(in: 0..<20, using: &dice) == 0
      return Duration.milliseconds(Int.random(in: isSlow ? 500...3_000 : 0...10, using: &dice))
    }
    if delay > .zero { await clock.wait(for: delay) }
  }
}

extension PlaybackClock {
  /// Waits, whether or not the task is canceled.
  func wait(for duration: Duration) async {
    await withCheckedContinuation { continuation in
      _ = schedule(at: now + duration) { continuation.resume() }
    }
  }
}

extension StoredQueue {
  /// Returns the entries of this queue with the modes of another one.
  fileprivate func mixed() throws(QueueStoreError) -> StoredQueue {
    var state = state
    state.repeatMode = state.repeatMode == .off ? .one : .off
    state.current = entries.last?.id
    return try StoredQueue(
      state: state,
      entries: Dictionary(entries.map { ($0.id, $0) }) { first, _ in first },
      base: base,
      shuffled: shuffled,
      plays: plays
    )
  }
}
