/// When a queue is written: pure, one input at a time.
///
/// One write is under way at most. What changes meanwhile is written by the next one.
package struct QueuePersisterStateMachine: Sendable {
  package typealias Configuration = QueuePersister.Configuration

  private enum Phase: Sendable {
    case resting
    /// A write is under way, for which some flushes wait. Others wait for the one behind it.
    case writing(isComplete: Bool, flushes: [FlushID], next: [FlushID])
    /// The last write failed; the next one comes at this time.
    case waiting(until: MonotonicInstant)
    /// The queue can't be stored as it is: the next change of it is waited for.
    case refused
    /// Nothing can help, or it was closed.
    case stopped(QueueStoreError)
  }

  /// Names one flush.
  package struct FlushID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// What the driver has to do.
  package enum Action: Sendable {
    /// Write what changed, or everything.
    case write(isComplete: Bool)
    /// End these flushes; `nil`: all that they waited for is kept.
    case answer([FlushID], QueueStoreError?)
    case reportFailure(QueueStoreError)
    case reportRecovery
  }

  private let configuration: Configuration
  private var phase = Phase.resting
  private var flushes = 0
  /// When the first change came that no write has taken in.
  private var changedAt: MonotonicInstant?
  private var isPlaying = false
  /// When the position was read last for a write.
  private var positionReadAt: MonotonicInstant
  private var needsComplete: Bool
  private var failures = 0
  private var reported: QueueStoreError.Code?

  /// - Parameter isPersisted: whether the store has the queue as it is now.
  package init(configuration: Configuration, isPersisted: Bool, now: MonotonicInstant) {
    self.configuration = configuration
    positionReadAt = now
    needsComplete = !isPersisted
    changedAt = isPersisted ? nil : now
  }
}

// MARK: - Inputs

extension QueuePersisterStateMachine {
  /// The queue, its modes or the current entry changed, or playback paused or jumped.
  package mutating func changed(isPlaying: Bool, now: MonotonicInstant) {
    self.isPlaying = isPlaying
    changedAt = changedAt ?? now
    switch phase {
    case .refused: phase = .resting
    case .resting, .writing, .waiting, .stopped: break
    }
  }

  /// Playback began, without any change that has to be kept.
  package mutating func began(isPlaying: Bool) {
    self.isPlaying = isPlaying
  }

  /// Asks for a write of all that is so far, at once.
  ///
  /// - Returns: the flush, and what to do. Each flush is answered once, whatever happens to its
  ///   write.
  package mutating func flush(now: MonotonicInstant) -> (flush: FlushID, actions: [Action]) {
    flushes += 1
    let flush = FlushID(number: flushes)
    switch phase {
    case .resting, .waiting, .refused:
      // Of what changed since it was refused, the persister may not have heard yet.
      return (flush, write(for: [flush], now: now))
    case .writing(let isComplete, let flushes, let next):
      phase = .writing(isComplete: isComplete, flushes: flushes, next: next + [flush])
      return (flush, [])
    case .stopped(let error):
      return (flush, [.answer([flush], error)])
    }
  }

  /// Time passed.
  package mutating func tick(now: MonotonicInstant) -> [Action] {
    guard let deadline, deadline <= now else { return [] }
    return write(for: [], now: now)
  }

  /// A write is done.
  package mutating func written(now: MonotonicInstant) -> [Action] {
    guard case .writing(_, let flushes, let next) = phase else { return [] }
    phase = .resting
    failures = 0
    defer { reported = nil }
    let recovery: [Action] = reported == nil ? [] : [.reportRecovery]
    return recovery + answers(to: flushes, nil) + writeAgain(for: next, now: now)
  }

  /// A write failed. Of one failure after another of the same kind, the first is told.
  package mutating func failed(_ error: QueueStoreError, now: MonotonicInstant) -> [Action] {
    guard case .writing(let wasComplete, let flushes, let next) = phase else { return [] }
    let hasChanged = changedAt != nil
    changedAt = changedAt ?? now
    if error.code == .notStorable {
      // It was seen before anything was written: what is kept is as it was.
      needsComplete = wasComplete
      phase = hasChanged ? .resting : .refused
    } else if error.isRetryable {
      failures += 1
      // Where there was no room, what is kept is as it was, and the whole would need more.
      needsComplete = error.code == .full ? wasComplete : true
      phase = .waiting(until: now + retryInterval)
    } else {
      phase = .stopped(error)
    }
    defer { reported = error.code }
    let report: [Action] = reported == error.code ? [] : [.reportFailure(error)]
    return report + answers(to: flushes, error) + writeAgain(for: next, now: now)
  }

  /// Nothing is written any more.
  package mutating func close() -> [Action] {
    defer { phase = .stopped(.closed) }
    guard case .writing(_, let flushes, let next) = phase else { return [] }
    return answers(to: flushes + next, .closed)
  }
}

// MARK: - What follows

extension QueuePersisterStateMachine {
  /// When `tick` is due; `nil`: never, as things are.
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

  /// Whether there is something that no write has taken in.
  package var isDirty: Bool {
    switch phase {
    case .resting, .writing, .waiting: changedAt != nil || isPlaying
    case .refused, .stopped: false
    }
  }

  private var retryInterval: Duration {
    let longest = configuration.longestRetryInterval
    let interval = min(max(.zero, configuration.retryInterval), longest)
    return min(interval * (1 << min(failures - 1, 16)), longest)
  }

  private mutating func write(for flushes: [FlushID], now: MonotonicInstant) -> [Action] {
    phase = .writing(isComplete: needsComplete, flushes: flushes, next: [])
    changedAt = nil
    positionReadAt = now
    defer { needsComplete = false }
    return [.write(isComplete: needsComplete)]
  }

  /// Writes for flushes that came during a write, unless nothing is written any more.
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
