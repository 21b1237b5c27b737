#if SQLite
  import Foundation
  import GRDB
  import PlayerKit
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitSQLite

  @Suite("Writes of an SQLite store", .tags(.local), .timeLimit(.minutes(3)))
  final class SQLiteWritingTests {
    private let scratch = ScratchFolder()
    private var path: String { scratch.path("queue.sqlite") }

    deinit {
      scratch.remove()
    }

    private func rows(of changes: QueueChanges, in store: SQLiteQueueStore) async throws -> Int {
      let before = try await store.rowsWritten()
      try await store.write(changes)
      return try await store.rowsWritten() - before
    }

    @Test("are one row for a position, and one for each other change")
    func fewRows() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 5000).complete)
      #expect(try await rows(of: KeptSample(count: 5000).at(.seconds(1)), in: store) == 1)
      #expect(try await rows(of: KeptSample(count: 5000).replacing(7), in: store) == 3)
    }

    @Test("are on the disk, so another process reads complete data while the store is open")
    func journal() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 5).complete)
      // A copy of the files in this state is what a crash leaves.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: path + suffix,
          toPath: scratch.path("copy.sqlite" + suffix)
        )
      }
      let copy = SQLiteQueueStore(path: scratch.path("copy.sqlite"))
      #expect(try await copy.restore()?.entries.count == 5)
    }

    @Test("are readable by their owner only, on creation and after every later opening")
    func permissions() async throws {
      let files = ["queue.sqlite", "queue.sqlite-wal"]
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 5).complete)
      for file in files { #expect(try scratch.mode(of: file) == 0o600) }
      // A killed process of an older version, which let everybody read its files, left these.
      for (file, suffix) in zip(files, ["", "-wal"]) {
        try FileManager.default.copyItem(
          atPath: scratch.path(file),
          toPath: scratch.path("old" + suffix)
        )
        try scratch.setMode(0o644, of: "old" + suffix)
      }
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("link"),
        withDestinationPath: scratch.path("old")
      )
      let other = SQLiteQueueStore(path: scratch.path("link"))
      #expect(try await other.restore()?.entries.count == 5)
      for file in ["old", "old-wal"] { #expect(try scratch.mode(of: file) == 0o600) }
    }

    @Test("wait for the disk itself, even on systems with a weaker flush")
    func durability() throws {
      let database = try QueueDatabase(path: path, of: QueueSchema.self)
      for (pragma, value) in [("synchronous", 2), ("fullfsync", 1), ("checkpoint_fullfsync", 1)] {
        let found = try database.connection.read { try Int.fetchOne($0, sql: "PRAGMA \(pragma)") }
        #expect(found == value, "\(pragma)")
      }
    }

    @Test("have the current version, and the mark of a queue")
    func marks() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 1).complete)
      await store.close()
      let database = try DatabaseQueue(path: path)
      let (version, application, check) = try await database.read { database in
        (
          try Int.fetchOne(database, sql: "PRAGMA user_version"),
          try Int32.fetchOne(database, sql: "PRAGMA application_id"),
          try String.fetchOne(database, sql: "PRAGMA integrity_check")
        )
      }
      #expect(version == 6)
      #expect(application == QueueDatabase.applicationID)
      #expect(check == "ok")
    }

    @Test("upgrade version 1 to the current one without loss")
    func migration() async throws {
      let old = try DatabaseQueue(path: path)
      try await old.write { database in
        try QueueSchema.migrate(database, from: 0, to: 1)
        try database.execute(sql: "PRAGMA application_id = \(QueueDatabase.applicationID)")
        try database.execute(
          sql: """
            INSERT INTO entry (id, type, trackID, title, track) VALUES (9, 'url', 'a', 'A', 'data');
            INSERT INTO baseChunk (number, label, entries) VALUES (1, 5, x'0900000000000000');
            """
        )
        var state = StoredQueueState()
        state.current = 9
        state.position = .seconds(3)
        try database.execute(
          sql: "INSERT INTO state (id, json) VALUES (0, ?)",
          arguments: [try JSONEncoder().encode(state)]
        )
      }
      try old.close()
      let store = SQLiteQueueStore(path: path)
      let queue = try #require(try await store.restore())
      #expect(queue.entries.map(\.track.metadata.title) == ["A"])
      #expect(queue.entries.map(\.track.data) == [Data("data".utf8)])
      #expect(queue.entries.first?.clip == nil)
      #expect(queue.state.position == .seconds(3))
      try await store.write(KeptSample(count: 1).replacing(0))
      await store.close()
      let columns = try await DatabaseQueue(path: path).read { database in
        try database.columns(in: "entry").map(\.name)
      }
      #expect(columns.contains("clip"))
      #expect(columns.contains("userInfo"))
      #expect(columns.contains("found"))
    }

    @Test("repeat an interrupted migration")
    func interruptedMigration() async throws {
      struct Interruption: Error {}
      let old = try DatabaseQueue(path: path)
      try await old.write { database in
        try QueueSchema.migrate(database, from: 0, to: 1)
        try database.execute(sql: "PRAGMA application_id = \(QueueDatabase.applicationID)")
      }
      try? await old.write { database in
        try QueueSchema.migrate(database, from: 1)
        throw Interruption()
      }
      try old.close()
      #expect(try await SQLiteQueueStore(path: path).restore() == nil)
    }
  }
#endif
