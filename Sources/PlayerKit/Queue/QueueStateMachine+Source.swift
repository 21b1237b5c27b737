// An endless queue: a source is asked for more when the end comes near.

/// Names one question to a source.
package struct QuestionID: Hashable, Sendable {
  let number: Int
}

extension QueueStateMachine {
  /// What is known of a source.
  struct Endless: Sendable {
    struct Question: Sendable {
      let id: QuestionID
      /// By then there is an answer, or it came to nothing.
      let due: MonotonicInstant
      /// The entries that it was asked behind: the current one and the last.
      let anchors: [EntryID]
    }

    let source: any QueueSource
    var question: Question?
    /// Questions in a row that came to nothing.
    var failures = 0
    /// Not to be asked before.
    var retryAt: MonotonicInstant?
    /// The queue came to its end, and goes on as soon as there is more.
    var isAwaited = false
  }

  /// Whether the queue came to its end and waits for its source.
  var isAwaitingMore: Bool { endless?.isAwaited ?? false }

  package mutating func setSource(
    _ source: (any QueueSource)?,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      machine.cancelQuestion(&turn)
      let wasAwaited = machine.isAwaitingMore
      machine.endless = source.map { Endless(source: $0) }
      guard wasAwaited else { return }
      machine.endless?.isAwaited = true
      if source == nil { machine.finish(.finished, &turn) }
    }
  }

  /// A source has answered. To a question that is not, or no longer, put: no effect.
  package mutating func answered(
    _ question: QuestionID,
    _ answer: Result<[QueueItem], any Error>,
    now: MonotonicInstant
  ) -> QueueStep {
    guard endless?.question?.id == question else { return QueueStep() }
    return turn(now) { machine, turn in
      machine.endless?.question = nil
      switch answer {
      case .success(let items) where items.isEmpty: machine.sourceFailed(.empty, &turn)
      case .success(let items): machine.take(items, &turn)
      case .failure(let error): machine.sourceFailed(.error(error), &turn)
      }
    }
  }

  private mutating func take(_ items: [QueueItem], _ turn: inout QueueTurn) {
    queue.append(items)
    turn.noteEdit()
    endless?.failures = 0
    endless?.retryAt = nil
  }

  private mutating func sourceFailed(
    _ cause: QueueSourceFailure.Cause,
    _ turn: inout QueueTurn
  ) {
    guard var endless else { return }
    let backoff = configuration.sourceBackoff * (1 << min(endless.failures, 16))
    let delay = min(backoff, configuration.sourceBackoffLimit)
    let wasAwaited = endless.isAwaited
    endless.failures += 1
    endless.retryAt = turn.now + delay
    endless.isAwaited = false
    self.endless = endless
    turn.note(
      QueueSourceFailure(
        cause: cause,
        failures: endless.failures,
        retryAfter: wasAwaited ? nil : delay
      )
    )
    if wasAwaited { finish(.finished, &turn) }
  }

  private mutating func cancelQuestion(_ turn: inout QueueTurn) {
    guard let question = endless?.question else { return }
    endless?.question = nil
    turn.commands.append(.cancelQuestion(question.id))
  }

  // MARK: - The end of the queue

  /// Nothing follows: the end, unless there may be more.
  mutating func comeToEnd(_ turn: inout QueueTurn) {
    guard endless != nil, !stopsHere, playback.status.wantsToPlay else {
      finish(.finished, &turn)
      return
    }
    attempt = nil
    queue.isAtEnd = queue.current != nil
    endless?.isAwaited = true
    endless?.retryAt = nil
  }

  /// Goes on from the end where there is more by now. Part of every turn.
  mutating func goOnWithMore(_ turn: inout QueueTurn) {
    guard isAwaitingMore else { return }
    guard attempt == nil, endReason == nil, queue.current != nil else {
      // Something else was commanded.
      endless?.isAwaited = false
      return
    }
    guard let next = queue.naturalSuccessor() else { return }
    endless?.isAwaited = false
    goOn(to: next, reason: .auto, &turn)
  }

  // MARK: - Asking

  /// Asks for more where that is due. Part of every turn.
  mutating func askForMore(_ turn: inout QueueTurn) {
    if let question = endless?.question, !question.anchors.contains(where: queue.contains) {
      cancelQuestion(&turn)
    }
    guard let endless, endless.question == nil, wantsMore, let current = queue.current,
      let last = queue.entries.last?.id
    else { return }
    if let retryAt = endless.retryAt, retryAt > turn.now { return }
    lastQuestion += 1
    let question = Endless.Question(
      id: QuestionID(number: lastQuestion),
      due: turn.now + configuration.sourceTimeout,
      anchors: [current, last]
    )
    let request = QueueSourceRequest(
      queue: queue,
      played: history,
      remaining: queue.remaining,
      failures: endless.failures
    )
    self.endless?.question = question
    turn.commands.append(.ask(question.id, endless.source, request))
  }

  /// Whether the source is to be asked, as far as time allows: music plays, or is about to.
  private var wantsMore: Bool {
    if isAwaitingMore { return true }
    switch playback.status.state {
    case .initial, .load, .pause: return false
    case .loadToPlay, .play: return isEndNear
    }
  }

  // MARK: - Time

  /// When something about the source is due.
  var sourceDeadline: MonotonicInstant? {
    guard let endless else { return nil }
    if let question = endless.question { return question.due }
    return wantsMore ? endless.retryAt : nil
  }

  /// Gives up a question that is due. The next one is asked at the end of each turn.
  mutating func sourceTick(_ turn: inout QueueTurn) {
    guard let question = endless?.question, question.due <= turn.now else { return }
    cancelQuestion(&turn)
    sourceFailed(.timedOut, &turn)
  }
}
