/// When a queue is written: pure, one input at a time.
///
/// One write is under way at most. What changes meanwhile is written by the next one.
package struct QueueKeeperStateMachine: Sendable {
  package struct Configuration: Sendable {
    /// How long a change waits for others, to be written with them.
    package var writeInterval = Duration.milliseconds(250)
    /// How often the position is written while playing.
    package var positionInterval = Duration.seconds(5)
    /// How long to wait after a failure; doubled at each one that follows.
    package var retryInterval = Duration.seconds(1)
    /// The longest wait after a failure.
    package var longestRetryInterval = Duration.seconds(60)

    package init() {}
  }

  private enum Phase: Sendable {
    case resting
    case writing(isComplete: Bool)
    /// The last write failed; the next one comes at this time.
    case waiting(until: MonotonicInstant)
    /// The queue can't be stored as it is: the next change of it is waited for.
    case refused(QueueStoreError)
    /// Nothing can help, or it was closed.
    case stopped(QueueStoreError)
  }

  /// What the driver has to do.
  package enum Action: Sendable {
    /// Write what changed, or everything.
    case write(Int, isComplete: Bool)
    case reportFailure(QueueStoreError)
    case reportRecovery
  }

  private let configuration: Configuration
  private var phase = Phase.resting
  private var writes = 0
  /// When the first change came that no write has taken in.
  private var changedAt: MonotonicInstant?
  private var isPlaying = false
  /// When the position was read last for a write.
  private var positionReadAt: MonotonicInstant
  /// A flush waits for a write that begins behind the one under way.
  private var isFlushWanted = false
  private var needsComplete: Bool
  private var failures = 0
  private var reported: QueueStoreError.Code?

  /// - Parameter isKept: whether the store has the queue as it is now.
  package init(configuration: Configuration, isKept: Bool, now: MonotonicInstant) {
    self.configuration = configuration
    positionReadAt = now
    needsComplete = !isKept
    changedAt = isKept ? nil : now
  }
}

// MARK: - Inputs

extension QueueKeeperStateMachine {
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

  /// Asks for a write at once.
  ///
  /// - Returns: the number of the write that has taken in all that is so far.
  package mutating func flush(now: MonotonicInstant) throws(QueueStoreError) -> (
    write: Int, actions: [Action]
  ) {
    switch phase {
    case .resting, .waiting:
      let actions = write(now: now)
      return (writes, actions)
    case .writing:
      isFlushWanted = true
      return (writes + 1, [])
    case .refused(let error), .stopped(let error):
      throw error
    }
  }

  /// Time passed.
  package mutating func tick(now: MonotonicInstant) -> [Action] {
    guard let deadline, deadline <= now else { return [] }
    return write(now: now)
  }

  /// A write is done.
  package mutating func written(now: MonotonicInstant) -> [Action] {
    guard case .writing = phase else { return [] }
    phase = .resting
    failures = 0
    defer { reported = nil }
    return (reported == nil ? [] : [.reportRecovery]) + writeAgainIfWanted(now: now)
  }

  /// A write failed. Of one failure after another of the same kind, the first is told.
  package mutating func failed(_ error: QueueStoreError, now: MonotonicInstant) -> [Action] {
    guard case .writing(let wasComplete) = phase else { return [] }
    let hasChanged = changedAt != nil
    changedAt = changedAt ?? now
    if error.code == .notStorable {
      // It was seen before anything was written: what is kept is as it was.
      needsComplete = wasComplete
      phase = hasChanged ? .resting : .refused(error)
    } else if error.isRetryable {
      failures += 1
      needsComplete = true
      phase = .waiting(until: now + retryInterval)
    } else {
      phase = .stopped(error)
    }
    defer { reported = error.code }
    return (reported == error.code ? [] : [.reportFailure(error)])
      + writeAgainIfWanted(now: now)
  }

  /// Nothing is written any more.
  package mutating func close() {
    phase = .stopped(.closed)
  }
}

// MARK: - What follows

extension QueueKeeperStateMachine {
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

  private mutating func write(now: MonotonicInstant) -> [Action] {
    writes += 1
    phase = .writing(isComplete: needsComplete)
    changedAt = nil
    positionReadAt = now
    isFlushWanted = false
    defer { needsComplete = false }
    return [.write(writes, isComplete: needsComplete)]
  }

  private mutating func writeAgainIfWanted(now: MonotonicInstant) -> [Action] {
    guard isFlushWanted else { return [] }
    switch phase {
    case .resting, .waiting: return write(now: now)
    case .writing, .refused, .stopped:
      isFlushWanted = false
      return []
    }
  }
}
