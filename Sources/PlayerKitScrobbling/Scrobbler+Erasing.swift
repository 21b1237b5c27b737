import PlayerKit

extension Scrobbler {
  /// Erases all plays that wait in the outbox, for all its services, and the history of a queue if
  /// one is given.
  ///
  /// A request in progress is canceled. The current track no longer counts and is no longer
  /// reported as playing. Plays that a service has received can only be erased there. When this
  /// returns, no data is left in the files of outbox and persister. If several scrobblers share the
  /// outbox, pass them in `others`, so that their requests are canceled as well.
  ///
  /// - Parameters:
  ///   - others: The other scrobblers that share the outbox.
  ///   - queue: The queue whose history is erased.
  ///   - persister: The persister of that queue. If it is `nil`, the stored history is erased when
  ///     the persister writes next.
  /// - Throws: `QueueStoreError` if the outbox or the store could not be written. Everything else
  ///   is erased nevertheless.
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
