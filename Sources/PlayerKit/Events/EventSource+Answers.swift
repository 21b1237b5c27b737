extension EventSource {
  /// Gives a command, and waits for what comes of it.
  ///
  /// - Parameters:
  ///   - command: Gives the command. Its result is the answer; `nil` if that is still to come.
  ///   - answer: Takes the events of each turn, beginning with the command or shortly before it.
  /// - Throws: What the two closures throw; `CancellationError` if the task is cancelled, or was
  ///   before the command, which is not given then.
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

/// Ends a stream when nothing can come any more, as when the source of the events is freed.
private final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
