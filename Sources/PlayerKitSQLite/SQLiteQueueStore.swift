#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// Stores a queue in an SQLite database. An edit of a million entries writes a few rows.
  ///
  /// While the store is open, it locks the database against all other connections. The database is
  /// in WAL mode and waits for the disk at each write, so written changes survive the end of the
  /// process and a crash of the system. While the store is open, there is one more file beside it
  /// whose name ends in `-wal`. Only the files' owner may read them (mode 0600).
  public actor SQLiteQueueStore: QueueStore {
    private let path: String
    private let executor = StoreExecutor(label: "PlayerKit.SQLiteQueueStore")
    private var database: QueueDatabase?
    private var isClosed = false

    /// The store's own thread, because it waits for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    /// Makes a store. The first call that needs the database opens or creates it. If that fails,
    /// the next call tries again.
    public init(path: String) {
      // This also avoids names that have a special meaning for SQLite.
      self.path = path.fromRoot
    }

    /// Returns the stored queue.
    public func restore() throws(QueueStoreError) -> StoredQueue? {
      let database = try open()
      return try translatingErrors { try database.connection.read(QueueRows.restore) }
    }

    /// Writes the rows that changed, in one transaction. If the changes erase the history, the
    /// whole database is rewritten, which takes time in proportion to its size.
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

    /// The number of rows inserted, changed, and deleted since the database was opened.
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
