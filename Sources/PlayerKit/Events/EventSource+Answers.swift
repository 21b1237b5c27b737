extension EventSource {
  /// Gives a command and waits for its outcome.
  ///
  /// - Parameters:
  ///   - command: Gives the command and returns the answer; `nil` if it is still to come.
  ///   - answer: Receives the events of each turn, beginning with the command or shortly before it.
  /// - Throws: The errors of the two closures; `CancellationError` if the task is canceled. If it
  ///   was canceled before, the command is not given.
  func firstAnswer<Answer>(
    to command: () throws -> Answer?,
    from answer: ([Event], Event.Status) throws -> Answer?
  ) async throws -> Answer {
    try Task.checkCancellation()
    let (turns, continuation) = AsyncStream<[Event]>.makeStream()
    let end = StreamEnd(continuation)
    let observation = ObserverToken { [weak self] in self?.remove($0) }
    defer { observation.cancel() }
    add(
      Listener(observation, every: nil, mayLag: false) { message in
        if case .turnEnd(let events) = message { end.continuation.yield(events) }
        return true
      }
    )
    if let answer = try command() { return answer }
    for await turn in turns {
      guard let status = turn.last?.status else { continue }
      if let answer = try answer(turn, status) { return answer }
    }
    throw CancellationError()
  }
}

/// Ends a stream when nothing more can come, for example because the event source was freed.
private final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
