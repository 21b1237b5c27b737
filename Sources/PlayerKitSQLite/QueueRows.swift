#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// Reads and writes a queue as rows.
  enum QueueRows {
    /// Returns the stored queue, or `nil` if there is none.
    static func restore(_ database: Database) throws -> StoredQueue? {
      guard let json = try Data.fetchOne(database, sql: "SELECT json FROM state") else {
        return nil
      }
      guard let state = try? JSONDecoder().decode(StoredQueueState.self, from: json) else {
        throw QueueStoreError(.corrupt, "The state of the queue can't be read.")
      }
      return try StoredQueue(
        state: state,
        entries: try entries(database),
        base: try chunks(of: .base, database),
        shuffled: try chunks(of: .shuffled, database),
        plays: try plays(database)
      )
    }

    /// Writes the changes.
    static func write(_ changes: QueueChanges, into database: Database) throws {
      if changes.isComplete {
        try database.execute(
          sql:
            "DELETE FROM entry; DELETE FROM baseChunk; DELETE FROM shuffledChunk; DELETE FROM play"
        )
      } else if try Int.fetchOne(database, sql: "SELECT 1 FROM state") == nil {
        throw QueueStoreError.nothingToChange
      }
      try delete(changes.removedEntries, database)
      try insertEntries(of: changes, database)
      try write(changes.base, to: .base, database)
      try write(changes.shuffled, to: .shuffled, database)
      try writePlays(of: changes, database)
      try database.execute(
        sql: "INSERT OR REPLACE INTO state (id, json) VALUES (0, ?)",
        arguments: [try JSONEncoder().encode(changes.state)]
      )
    }
  }

  // MARK: - Plays

  extension QueueRows {
    private static func plays(_ database: Database) throws -> [StoredPlay] {
      let rows = try Data.fetchAll(database, sql: "SELECT json FROM play ORDER BY number")
      // An unreadable record is no reason to lose a queue.
      return rows.compactMap { try? JSONDecoder().decode(StoredPlay.self, from: $0) }
    }

    private static func writePlays(of changes: QueueChanges, _ database: Database) throws {
      guard !changes.plays.isEmpty || changes.erasesPlays else { return }
      let insert = "INSERT OR REPLACE INTO play (number, json) VALUES (?, ?)"
      try database.forEach(changes.plays, insert) { [$0.id, try JSONEncoder().encode($0)] }
      try database.execute(
        sql: "DELETE FROM play WHERE number < ?",
        arguments: [changes.firstPlay]
      )
    }
  }

  // MARK: - Orders

  extension QueueRows {
    private enum Order: String {
      case base = "baseChunk"
      case shuffled = "shuffledChunk"
    }

    private static func chunks(of order: Order, _ database: Database) throws -> [StoredChunk] {
      let sql = "SELECT number, label, entries FROM \(order.rawValue)"
      let rows = try Row.fetchCursor(database, sql: sql)
      var chunks: [StoredChunk] = []
      while let row = try rows.next() {
        guard let number = UInt32.fromDatabaseValue(row[0]),
          let label = Int64.fromDatabaseValue(row[1]), let bytes = Data.fromDatabaseValue(row[2]),
          let entries = Numbers.read(bytes)
        else { throw QueueStoreError(.corrupt, "A part of the queue's order can't be read.") }
        chunks.append(
          StoredChunk(number: number, label: UInt64(bitPattern: label), entries: entries)
        )
      }
      return chunks
    }

    private static func write(
      _ changes: StoredOrderChanges,
      to order: Order,
      _ database: Database
    ) throws {
      let table = order.rawValue
      if changes.isComplete { try database.execute(sql: "DELETE FROM \(table)") }
      try database.forEach(changes.removed, "DELETE FROM \(table) WHERE number = ?") { [$0] }
      let update = "UPDATE \(table) SET label = ? WHERE number = ?"
      try database.forEach(changes.relabeled, update) {
        [Int64(bitPattern: $0.label), $0.number]
      }
      let insert = "INSERT OR REPLACE INTO \(table) (number, label, entries) VALUES (?, ?, ?)"
      try database.forEach(changes.changed, insert) {
        [$0.number, Int64(bitPattern: $0.label), Numbers.bytes($0.entries)]
      }
    }
  }

  extension Database {
    /// Runs a statement once for each element.
    func forEach<Element>(
      _ elements: [Element],
      _ sql: String,
      _ arguments: (Element) throws -> StatementArguments
    ) throws {
      guard !elements.isEmpty else { return }
      let statement = try cachedStatement(sql: sql)
      for element in elements { try statement.execute(arguments: try arguments(element)) }
    }
  }

  /// Numbers as bytes, eight each, in little-endian order.
  enum Numbers {
    static func bytes(_ numbers: [UInt64]) -> Data {
      var bytes = Data(capacity: numbers.count * 8)
      for number in numbers {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      }
      return bytes
    }

    /// Returns `nil` if the number of bytes is not a multiple of eight.
    static func read(_ bytes: Data) -> [UInt64]? {
      guard bytes.count.isMultiple(of: 8) else { return nil }
      return bytes.withUnsafeBytes { buffer in
        stride(from: 0, to: buffer.count, by: 8).map {
          UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
        }
      }
    }
  }
#endif
