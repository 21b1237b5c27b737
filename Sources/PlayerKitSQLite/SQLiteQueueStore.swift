#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// Keeps a queue in an SQLite database: an edit of a million entries writes a few rows.
  ///
  /// The database belongs to the store, as long as that is open: it is locked against every other
  /// connection. It is in WAL mode and waits for the disk at each write, so what was written is safe
  /// from the end of the process and from that of the system. Beside the file, while it is open,
  /// lies one more whose name ends in `-wal`. Only the files' owner may read them (mode 0600).
  public actor SQLiteQueueStore: QueueStore {
    private let path: String
    private let executor = StoreExecutor(label: "PlayerKit.SQLiteQueueStore")
    private var database: QueueDatabase?
    private var isClosed = false

    /// Runs on a thread of its own: it waits for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    /// Makes a store. The database is opened, or made, by the first call that needs it; where that
    /// fails, by the next one again.
    public init(path: String) {
      // Also so that it is none of the names that mean something else to SQLite.
      self.path = path.fromRoot
    }

    /// What is kept.
    public func restore() throws(QueueStoreError) -> StoredQueue? {
      let database = try open()
      return try translatingErrors { try database.connection.read(QueueRows.restore) }
    }

    /// Writes the rows that changed, in one transaction. Where what was played is erased, the database is written anew,
    /// which takes as long as it is large.
    public func write(_ changes: QueueChanges) throws(QueueStoreError) {
      let database = try open()
      guard database.isInPlace else {
        self.database = nil
        throw .takenAway(path)
      }
      try translatingErrors {
        try database.connection.write { try QueueRows.write(changes, into: $0) }
        if changes.erasesPlays { try database.wipeFreePages() }
      }
    }

    /// Closes the database.
    public func close() {
      isClosed = true
      try? database?.connection.close()
      database = nil
    }

    /// How many rows were inserted, changed and deleted since the database was opened.
    package func rowsWritten() throws -> Int {
      try open().connection.read { $0.totalChangesCount }
    }

    /// For tests.
    func execute(sql: String) throws {
      try open().connection.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func open() throws(QueueStoreError) -> QueueDatabase {
      if isClosed { throw .closed }
      if let database { return database }
      let database = try translatingErrors { try QueueDatabase(path: path, of: QueueSchema.self) }
      self.database = database
      return database
    }

    private func translatingErrors<Result>(
      _ body: () throws -> Result
    ) throws(QueueStoreError) -> Result {
      do {
        return try body()
      } catch let error as DatabaseError {
        throw QueueStoreError(error, path: path)
      } catch {
        throw QueueStoreError(storing: error)
      }
    }
  }
#endif
