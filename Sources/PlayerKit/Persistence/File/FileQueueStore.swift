import PlayerKitSystem

/// Stores a queue in one file, without any other library.
///
/// The file is a journal: each write appends what changed. If the additions exceed the queue
/// itself, the file is rewritten next to the old one and replaces it. A write that the end of the
/// process or the system left incomplete is skipped when the file is read. Restoring reads the
/// whole file; for queues of hundreds of thousands of entries, use `SQLiteQueueStore` of
/// PlayerKitSQLite. Only the file's owner may read it (mode 0600).
public actor FileQueueStore: QueueStore {
  private let executor = StoreExecutor(label: "PlayerKit.FileQueueStore")
  private let journal: QueueJournal

  /// A dedicated executor, because the store waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a store. The first call that needs the file opens or creates it; if that fails, the
  /// next call tries again.
  public init(path: String) {
    journal = QueueJournal(path: path.fromRoot) { (path) throws(QueueStoreError) in
      try JournalFile(path: path)
    }
  }

  /// Returns the stored queue.
  public func restore() throws(QueueStoreError) -> StoredQueue? { try journal.restore() }

  /// Appends changes to the file, or rewrites the file if they are complete.
  public func write(_ changes: QueueChanges) throws(QueueStoreError) { try journal.write(changes) }

  /// Closes the file.
  public func close() { journal.close() }
}
