/// Stores a queue in memory, as long as the store exists. For tests, and for apps that hand a queue
/// from one player to another.
public actor MemoryQueueStore: QueueStore {
  private var rows = StoredRows()
  private var isClosed = false

  /// Creates an empty store.
  public init() {}

  /// Returns the stored queue.
  public func restore() throws(QueueStoreError) -> StoredQueue? {
    if isClosed { throw .closed }
    return try rows.queue()
  }

  /// Applies changes.
  public func write(_ changes: QueueChanges) throws(QueueStoreError) {
    if isClosed { throw .closed }
    guard changes.isComplete || rows.state != nil else { throw .nothingToChange }
    do {
      try rows.apply(changes)
    } catch {
      throw QueueStoreError(storing: error)
    }
  }

  /// Closes the store; calls fail until ``reopen()``.
  public func close() {
    isClosed = true
  }

  /// Opens the store again with everything that was stored, as a new process does with a file.
  public func reopen() {
    isClosed = false
  }
}
