import PlayerKit

extension Scrobbler {
  /// Forgets all that waits to be told, for all services of the outbox, and where a queue is given what that has
  /// played, in one call.
  ///
  /// What is being told is broken off, and what sounds neither counts any more nor is told as playing now. What a
  /// service has heard already, only the service can forget. When it returns, nothing is left in the files of outbox
  /// and persister. Where several scrobblers share the outbox, name them: what they do is broken off, too.
  ///
  /// - Parameters:
  ///   - others: those who share the outbox.
  ///   - queue: whose history is forgotten.
  ///   - persister: keeps that queue; `nil`: what is stored of it is forgotten when its persister writes next.
  /// - Throws: `QueueStoreError` where the outbox or the store could not be written. Whatever can be is forgotten all
  ///   the same.
  public func erase(
    with others: [Scrobbler] = [],
    historyOf queue: QueuePlayer? = nil,
    keptBy persister: QueuePersister? = nil
  ) async throws {
    queue?.eraseHistory()
    let all = [self] + others.filter { $0 !== self }
    for scrobbler in all { await scrobbler.breakOff() }
    defer { for scrobbler in all { scrobbler.goOn() } }
    let outcome = Result { try eraseOutbox() }
    try await persister?.eraseHistory()
    try outcome.get()
  }
}
