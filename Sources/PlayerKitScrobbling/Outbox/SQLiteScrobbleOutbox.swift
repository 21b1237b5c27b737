#if SQLite
  import Foundation
  import GRDB
  import PlayerKitSystem
  import PlayerKitServices
  import PlayerKit
  import PlayerKitSQLite

  /// An outbox in an SQLite database that only its owner can read. Listens survive a crash and days
  /// without a network.
  ///
  /// Only one process can have it open; others get the error `locked`. Methods block while they use
  /// the disk.
  public final class SQLiteScrobbleOutbox: ScrobbleOutbox {
    /// `nil` once it is closed, because a closed connection must not be used.
    private let database: Locked<QueueDatabase?>
    private let path: String

    /// Opens an outbox, or creates it with mode 0600. Its folder must exist.
    ///
    /// - Throws: `QueueStoreError`.
    public init(path: String) throws(QueueStoreError) {
      self.path = path
      database = Locked(
        try Self.mapping(path) { try QueueDatabase(path: path, of: OutboxRows.self) }
      )
    }

    /// Stores a listen. It survives a crash once this returns.
    public func add(_ listen: Listen, for service: String) throws(QueueStoreError) {
      try write { try OutboxRows.add(listen, for: service, $0) }
    }

    /// Returns the oldest waiting listens. Unreadable rows are skipped.
    public func waiting(
      for service: String,
      limit: Int
    ) throws(QueueStoreError) -> [WaitingListen] {
      try waiting(for: service, account: nil, limit: limit)
    }

    /// Returns the oldest waiting listens of an account.
    public func waiting(
      for service: String,
      account: String?,
      limit: Int
    ) throws(QueueStoreError) -> [WaitingListen] {
      try read {
        try OutboxRows.waiting(for: service, account: account, limit: max(limit, 0), $0)
      }
    }

    /// Removes unreadable rows. Reads all rows to find them.
    public func removeUnreadable(for service: String) throws(QueueStoreError) -> Int {
      try use { try $0.connection.write { try OutboxRows.removeUnreadable(for: service, $0) } }
    }

    /// Returns the number of waiting listens.
    public func count(for service: String) throws(QueueStoreError) -> Int {
      try read { try OutboxRows.count(for: service, $0) }
    }

    /// Removes listens that were sent.
    public func remove(_ numbers: [Int64]) throws(QueueStoreError) {
      try write { try OutboxRows.remove(numbers, $0) }
    }

    /// Removes everything and overwrites the data.
    public func erase() throws(QueueStoreError) {
      try use { database in
        try database.connection.write { try $0.execute(sql: "DELETE FROM listen") }
        try database.wipeFreePages()
      }
    }

    /// Closes the connection. Later calls fail.
    public func close() {
      database.withLock { database in
        try? database?.connection.close()
        database = nil
      }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws(QueueStoreError) -> Value {
      try use { try $0.connection.read(body) }
    }

    private func write(_ body: (Database) throws -> Void) throws(QueueStoreError) {
      try use { try $0.connection.write(body) }
    }

    private func use<Value>(
      _ body: (QueueDatabase) throws -> Value
    ) throws(QueueStoreError) -> Value {
      try Self.mapping(path) {
        try database.withLock { database in
          guard let database else { throw QueueStoreError.closed }
          return try body(database)
        }
      }
    }

    private static func mapping<Value>(
      _ path: String,
      _ body: () throws -> Value
    ) throws(QueueStoreError) -> Value {
      do {
        return try body()
      } catch let error as QueueStoreError {
        throw error
      } catch let error as DatabaseError {
        throw QueueStoreError(error, path: path)
      } catch {
        throw QueueStoreError(.failed, "\(path): the outbox failed.", underlying: error)
      }
    }
  }

  /// Reads and writes the outbox as rows.
  enum OutboxRows: DatabaseSchema {
    /// “PKSc”.
    static let applicationID: Int32 = 0x504B_5363
    static let version = 1

    static func migrate(_ database: Database, from version: Int) throws {
      // Erased data must not remain in the file.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      guard version < 1 else { return }
      try database.execute(
        sql: """
          CREATE TABLE listen (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            service TEXT NOT NULL,
            json BLOB NOT NULL
          );
          CREATE INDEX listenOfService ON listen (service, number);
          PRAGMA user_version = 1
          """
      )
    }

    static func add(_ listen: Listen, for service: String, _ database: Database) throws {
      try database.execute(
        sql: "INSERT INTO listen (service, json) VALUES (?, ?)",
        arguments: [service, try JSONEncoder().encode(listen)]
      )
    }

    static func waiting(
      for service: String,
      account: String?,
      limit: Int,
      _ database: Database
    ) throws -> [WaitingListen] {
      var found: [WaitingListen] = []
      let rows = try rows(of: service, database)
      while found.count < limit, let row = try rows.next() {
        guard let listen = listen(in: row) else { continue }
        let waiting = WaitingListen(number: row[0], listen: listen)
        if waiting.isOf(account) { found.append(waiting) }
      }
      return found
    }

    static func removeUnreadable(for service: String, _ database: Database) throws -> Int {
      var numbers: [Int64] = []
      let rows = try rows(of: service, database)
      while let row = try rows.next() {
        if listen(in: row) == nil { numbers.append(row[0]) }
      }
      try remove(numbers, database)
      return numbers.count
    }

    private static func rows(of service: String, _ database: Database) throws -> RowCursor {
      try Row.fetchCursor(
        database,
        sql: "SELECT number, json FROM listen WHERE service = ? ORDER BY number",
        arguments: [service]
      )
    }

    private static func listen(in row: Row) -> Listen? {
      Data.fromDatabaseValue(row[1]).flatMap { try? JSONDecoder().decode(Listen.self, from: $0) }
    }

    static func count(for service: String, _ database: Database) throws -> Int {
      try Int.fetchOne(
        database,
        sql: "SELECT COUNT(*) FROM listen WHERE service = ?",
        arguments: [service]
      ) ?? 0
    }

    static func remove(_ numbers: [Int64], _ database: Database) throws {
      for number in numbers {
        try database.execute(sql: "DELETE FROM listen WHERE number = ?", arguments: [number])
      }
    }
  }
#endif
