/// Keeps a queue in memory, as long as the store lives. For tests, and for apps that hand a queue
/// from one player to another.
public actor MemoryQueueStore: QueueStore {
  private var rows = StoredRows()
  private var isClosed = false

  /// Makes a store that keeps nothing yet.
  public init() {}

  /// What is kept.
  public func restore() throws(QueueStoreError) -> StoredQueue? {
    if isClosed { throw .closed }
    return try rows.queue()
  }

  /// Takes in changes.
  public func write(_ changes: QueueChanges) throws(QueueStoreError) {
    if isClosed { throw .closed }
    guard changes.isComplete || rows.state != nil else { throw .nothingToChange }
    do {
      try rows.apply(changes)
    } catch {
      throw QueueStoreError(storing: error)
    }
  }

  /// Refuses what comes later, until ``reopen()``.
  public func close() {
    isClosed = true
  }

  /// Takes calls again, with all that was kept: what a new process does with a file.
  public func reopen() {
    isClosed = false
  }
}
