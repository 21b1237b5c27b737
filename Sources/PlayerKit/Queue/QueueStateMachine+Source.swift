// An endless queue: asks a source for more entries when the end is near.

/// Identifies a question to a source.
package struct QuestionID: Hashable, Sendable {
  let number: Int
}

extension QueueStateMachine {
  /// The state of a source.
  struct SourceState: Sendable {
    struct Question: Sendable {
      let id: QuestionID
      /// The time by which the source must answer; after that, the question counts as failed.
      let due: MonotonicInstant
      /// The current and the last entry when the source was asked; empty if the queue was empty.
      let anchors: [EntryID]
    }

    let source: any QueueSource
    var question: Question?
    /// The number of consecutive failed questions.
    var failures = 0
    /// The source is not asked before this time.
    var retryAt: MonotonicInstant?
  }

  package mutating func setSource(
    _ source: (any QueueSource)?,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      machine.cancelQuestion(&turn)
      machine.sourceState = source.map { SourceState(source: $0) }
      if source == nil, machine.isAwaitingMore { machine.finish(.finished, &turn) }
      machine.awaitFirst()
    }
  }

  /// Handles a source's answer. Has no effect if the question is no longer open.
  package mutating func answered(
    _ question: QuestionID,
    _ answer: Result<[QueueItem], any Error>,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard sourceState?.question?.id == question else { return QueueEffects() }
    return turn(now) { machine, turn in
      machine.sourceState?.question = nil
      switch answer {
      case .success(let items) where items.isEmpty: machine.sourceFailed(.empty, &turn)
      case .success(let items): machine.append(items, &turn)
      case .failure(let error): machine.sourceFailed(.error(error), &turn)
      }
    }
  }

  private mutating func append(_ items: [QueueItem], _ turn: inout QueueTransaction) {
    let wasEmpty = queue.isEmpty
    queue.append(items)
    if wasEmpty {
      let position = beginning(of: queue.current, .queueChanged)
      currentChanged(at: position, reason: .queueChanged, &turn)
    }
    turn.contents = .edited
    sourceState?.failures = 0
    sourceState?.retryAt = nil
  }

  private mutating func sourceFailed(
    _ cause: QueueSourceFailure.Cause,
    _ turn: inout QueueTransaction
  ) {
    guard var sourceState else { return }
    let delay = configuration.sourceBackoff
      .doubled(sourceState.failures, upTo: configuration.sourceBackoffLimit)
    sourceState.failures += 1
    sourceState.retryAt = turn.now + delay
    self.sourceState = sourceState
    turn.record(
      QueueSourceFailure(
        cause: cause,
        failures: sourceState.failures,
        retryAfter: isAwaitingMore ? nil : delay
      )
    )
    if isAwaitingMore { finish(.finished, &turn) }
  }

  private mutating func cancelQuestion(_ turn: inout QueueTransaction) {
    guard let question = sourceState?.question else { return }
    sourceState?.question = nil
    turn.commands.append(.cancelQuestion(question.id))
  }

  // MARK: - The end of the queue

  /// Handles the end of the entries: ends the queue, unless its source may have more.
  mutating func awaitMoreOrFinish(_ turn: inout QueueTransaction) {
    guard sourceState != nil, !stopsHere, playback.status.wantsToPlay else {
      finish(.finished, &turn)
      return
    }
    activity = .awaitingMore
    markEnd()
    sourceState?.retryAt = nil
  }

  /// Makes an empty queue that should play wait for its source, if it has one.
  mutating func awaitFirst() {
    guard queue.isEmpty, sourceState != nil, playback.status.wantsToPlay else { return }
    activity = .awaitingMore
    sourceState?.retryAt = nil
  }

  /// Continues from the end if there are more entries by now. Part of every turn.
  mutating func continueWithMore(_ turn: inout QueueTransaction) {
    guard isAwaitingMore, let next = queue.naturalSuccessor() else { return }
    activity = .idle(nil)
    proceed(to: next, reason: .auto, &turn)
  }

  /// Makes the successor current, and records if that ends a lap.
  mutating func advance(to entry: EntryID, _ turn: inout QueueTransaction) {
    if queue.repeatMode == .all, queue.remaining == 0 { turn.recordLap() }
    queue.advance(to: entry)
  }

  package mutating func setEndLookAhead(_ count: Int, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, _ in machine.configuration.endLookAhead = max(0, count) }
  }

  /// Whether so few entries are upcoming that an app or a source should add more.
  private var isEndNear: Bool {
    guard queue.current != nil else { return false }
    switch queue.repeatMode {
    case .all: return false
    case .off, .one: return queue.remaining <= configuration.endLookAhead
    }
  }

  /// Reports that the end is near: once, until it has moved away. Part of every turn.
  mutating func reportEndNear(_ turn: inout QueueTransaction) {
    if !isEndNear || endReportedAt.map({ !queue.contains($0) }) == true { endReportedAt = nil }
    guard endReportedAt == nil, attempt != nil, isEndNear else { return }
    endReportedAt = queue.last?.id
    turn.isEndNear = true
  }

  // MARK: - Requests

  /// Asks for more entries if due. Part of every turn.
  mutating func requestMore(_ turn: inout QueueTransaction) {
    if let anchors = sourceState?.question?.anchors,
      anchors.isEmpty ? !queue.isEmpty : !anchors.contains(where: queue.contains)
    {
      cancelQuestion(&turn)
    }
    guard let sourceState, sourceState.question == nil, wantsMore else { return }
    if let retryAt = sourceState.retryAt, retryAt > turn.now { return }
    lastQuestion += 1
    let question = SourceState.Question(
      id: QuestionID(number: lastQuestion),
      due: turn.now + configuration.sourceTimeout,
      anchors: [queue.current, queue.last?.id].compactMap(\.self)
    )
    let request = QueueSourceRequest(
      entries: queue,
      played: history,
      remaining: queue.remaining,
      failures: sourceState.failures
    )
    self.sourceState?.question = question
    turn.commands.append(.ask(question.id, sourceState.source, request))
  }

  /// Whether the source should be asked, apart from timing: music plays or is about to.
  private var wantsMore: Bool {
    if isAwaitingMore { return true }
    switch playback.status.state {
    case .initial, .load, .pause: return false
    case .loadToPlay, .play: return isEndNear
    }
  }

  // MARK: - Time

  /// The next deadline that concerns the source.
  var sourceDeadline: MonotonicInstant? {
    guard let sourceState else { return nil }
    if let question = sourceState.question { return question.due }
    return wantsMore ? sourceState.retryAt : nil
  }

  /// Gives up an overdue question. The next one is asked at the end of the turn.
  mutating func sourceTick(_ turn: inout QueueTransaction) {
    guard let question = sourceState?.question, question.due <= turn.now else { return }
    cancelQuestion(&turn)
    sourceFailed(.timedOut, &turn)
  }
}
