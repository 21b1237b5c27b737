/// Decides when a queue is written: pure, one input at a time.
///
/// At most one write is in progress. Later changes go into the next write.
package struct QueuePersisterStateMachine: Sendable {
  package typealias Configuration = QueuePersister.Configuration

  private enum Phase: Sendable {
    case resting
    /// A write is in progress, for which the first flushes wait. The `next` flushes wait for the
    /// following write.
    case writing(isComplete: Bool, flushes: [FlushID], next: [FlushID])
    /// The last write failed; the next one comes at this time.
    case waiting(until: MonotonicInstant)
    /// The queue can't be stored in its present state; the machine waits for the next change.
    case refused
    /// A retry can't help, or the persister was closed.
    case stopped(QueueStoreError)
  }

  /// Identifies a flush.
  package struct FlushID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// An action for the driver.
  package enum Action: Sendable {
    /// Write the changes, or everything.
    case write(isComplete: Bool)
    /// Complete these flushes; `nil` if everything they waited for is stored.
    case answer([FlushID], QueueStoreError?)
    case reportFailure(QueueStoreError)
    case reportRecovery
  }

  private let configuration: Configuration
  private var phase = Phase.resting
  private var flushes = 0
  /// The time of the first change that no write contains.
  private var changedAt: MonotonicInstant?
  private var isPlaying = false
  /// The time at which the position was last read for a write.
  private var positionReadAt: MonotonicInstant
  private var needsComplete: Bool
  private var failures = 0
  private var reported: QueueStoreError.Code?

  /// - Parameter isPersisted: Whether the store has the present queue.
  package init(configuration: Configuration, isPersisted: Bool, now: MonotonicInstant) {
    self.configuration = configuration
    positionReadAt = now
    needsComplete = !isPersisted
    changedAt = isPersisted ? nil : now
  }
}

// MARK: - Inputs

extension QueuePersisterStateMachine {
  /// Handles a change of the queue, its modes or the current entry, a pause or a jump.
  package mutating func changed(isPlaying: Bool, now: MonotonicInstant) {
    self.isPlaying = isPlaying
    changedAt = changedAt ?? now
    switch phase {
    case .refused: phase = .resting
    case .resting, .writing, .waiting, .stopped: break
    }
  }

  /// Handles the start of playback without any change to store.
  package mutating func began(isPlaying: Bool) {
    self.isPlaying = isPlaying
  }

  /// Requests an immediate write of all changes so far.
  ///
  /// - Returns: The flush and the actions. Each flush is answered once, even if its write fails.
  package mutating func flush(now: MonotonicInstant) -> (flush: FlushID, actions: [Action]) {
    flushes += 1
    let flush = FlushID(number: flushes)
    switch phase {
    case .resting, .waiting, .refused:
      // The persister may not know yet what changed since the refusal.
      return (flush, write(for: [flush], now: now))
    case .writing(let isComplete, let flushes, let next):
      phase = .writing(isComplete: isComplete, flushes: flushes, next: next + [flush])
      return (flush, [])
    case .stopped(let error):
      return (flush, [.answer([flush], error)])
    }
  }

  /// Handles the passing of time.
  package mutating func tick(now: MonotonicInstant) -> [Action] {
    guard let deadline, deadline <= now else { return [] }
    return write(for: [], now: now)
  }

  /// Handles a finished write.
  package mutating func written(now: MonotonicInstant) -> [Action] {
    guard case .writing(_, let flushes, let next) = phase else { return [] }
    phase = .resting
    failures = 0
    defer { reported = nil }
    let recovery: [Action] = reported == nil ? [] : [.reportRecovery]
    return recovery + answers(to: flushes, nil) + writeAgain(for: next, now: now)
  }

  /// Handles a failed write. Of consecutive failures of the same kind, only the first is reported.
  package mutating func failed(_ error: QueueStoreError, now: MonotonicInstant) -> [Action] {
    guard case .writing(let wasComplete, let flushes, let next) = phase else { return [] }
    let hasChanged = changedAt != nil
    changedAt = changedAt ?? now
    if error.code == .notStorable {
      // It was detected before anything was written, so the store is unchanged.
      needsComplete = wasComplete
      phase = hasChanged ? .resting : .refused
    } else if error.isRetryable {
      failures += 1
      // If there was no room, the store is unchanged, and a complete write would need more.
      needsComplete = error.code == .full ? wasComplete : true
      phase = .waiting(until: now + retryInterval)
    } else {
      phase = .stopped(error)
    }
    defer { reported = error.code }
    let report: [Action] = reported == error.code ? [] : [.reportFailure(error)]
    return report + answers(to: flushes, error) + writeAgain(for: next, now: now)
  }

  /// Ends all writing.
  package mutating func close() -> [Action] {
    defer { phase = .stopped(.closed) }
    guard case .writing(_, let flushes, let next) = phase else { return [] }
    return answers(to: flushes + next, .closed)
  }
}

// MARK: - Deadlines

extension QueuePersisterStateMachine {
  /// When `tick` is due; `nil` for never, in the present state.
  package var deadline: MonotonicInstant? {
    switch phase {
    case .resting:
      let position = isPlaying ? positionReadAt + configuration.positionInterval : nil
      let change = changedAt.map { $0 + configuration.writeInterval }
      return [position, change].compactMap(\.self).min()
    case .waiting(let instant): return instant
    case .writing, .refused, .stopped: return nil
    }
  }

  /// Whether there is something that no write contains.
  package var isDirty: Bool {
    switch phase {
    case .resting, .writing, .waiting: changedAt != nil || isPlaying
    case .refused, .stopped: false
    }
  }

  private var retryInterval: Duration {
    configuration.retryInterval.doubled(failures - 1, upTo: configuration.longestRetryInterval)
  }

  private mutating func write(for flushes: [FlushID], now: MonotonicInstant) -> [Action] {
    phase = .writing(isComplete: needsComplete, flushes: flushes, next: [])
    changedAt = nil
    positionReadAt = now
    defer { needsComplete = false }
    return [.write(isComplete: needsComplete)]
  }

  /// Writes for flushes that came during a write, unless writing has ended.
  private mutating func writeAgain(for flushes: [FlushID], now: MonotonicInstant) -> [Action] {
    guard !flushes.isEmpty else { return [] }
    switch phase {
    case .resting, .waiting, .refused: return write(for: flushes, now: now)
    case .stopped(let error): return answers(to: flushes, error)
    case .writing: return []
    }
  }

  private func answers(to flushes: [FlushID], _ error: QueueStoreError?) -> [Action] {
    flushes.isEmpty ? [] : [.answer(flushes, error)]
  }
}
