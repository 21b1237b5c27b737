#if SQLite
  import Foundation
  import GRDB
  import PlayerKit
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitSQLite

  @Suite("SQLite stores that fail", .tags(.local), .timeLimit(.minutes(3)))
  final class SQLiteFailureTests {
    private let scratch = ScratchFolder()
    private var path: String { scratch.path("queue.sqlite") }

    deinit {
      scratch.remove()
    }

    /// The error of a first write into a store, or `nil` if it succeeds.
    private func failure(of store: SQLiteQueueStore) async -> QueueStoreError.Code? {
      do throws(QueueStoreError) {
        try await store.write(KeptSample(count: 3).complete)
        return nil
      } catch {
        return error.code
      }
    }

    private func bytes() throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// A database of another program.
    private func makeDatabase(_ sql: String) throws {
      let database = try DatabaseQueue(path: path)
      try database.write { try $0.execute(sql: sql) }
      try database.close()
    }

    @Test("refuses a folder, and a path in a missing folder")
    func places() async throws {
      #expect(await failure(of: SQLiteQueueStore(path: scratch.url.path)) == .isDirectory)
      let nowhere = SQLiteQueueStore(path: scratch.path("no/such/queue"))
      #expect(await failure(of: nowhere) == .noSuchFolder)
      try FileManager.default.createDirectory(
        atPath: scratch.path("no/such"),
        withIntermediateDirectories: true
      )
      #expect(await failure(of: nowhere) == nil)
    }

    @Test(
      "treats a one-letter name, and one with a special meaning in SQLite, as a file's name",
      arguments: ["q", ":memory:", "file:q?mode=memory"]
    )
    func names(name: String) async throws {
      let path = FileManager.default.currentDirectoryPath + "/" + name
      try #require(!FileManager.default.fileExists(atPath: path))
      defer {
        for suffix in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      }
      let store = SQLiteQueueStore(path: name)
      #expect(await failure(of: store) == nil)
      #expect(FileManager.default.fileExists(atPath: path))
      await store.close()
      for store in [SQLiteQueueStore(path: ""), SQLiteQueueStore(path: "/")] {
        #expect(await failure(of: store) == .isDirectory)
      }
    }

    @Test("refuses a file that is no database, and leaves it unchanged")
    func otherFile() async throws {
      let contents = Data(String(repeating: "no database, but a text\n", count: 100).utf8)
      try contents.write(to: URL(fileURLWithPath: path))
      #expect(await failure(of: SQLiteQueueStore(path: path)) == .notAQueue)
      #expect(try bytes() == contents)
    }

    @Test("refuses another program's database, and leaves it unchanged, with its permissions")
    func otherDatabase() async throws {
      try makeDatabase("CREATE TABLE bookmark (url TEXT); INSERT INTO bookmark VALUES ('a')")
      try scratch.setMode(0o644, of: "queue.sqlite")
      defer { #expect((try? scratch.mode(of: "queue.sqlite")) == 0o644) }
      let before = try bytes()
      #expect(await failure(of: SQLiteQueueStore(path: path)) == .notAQueue)
      #expect(try bytes() == before)
    }

    @Test("refuses a newer version, and leaves it unchanged")
    func newerVersion() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 3).complete)
      await store.close()
      try makeDatabase("PRAGMA user_version = \(QueueSchema.version + 1)")
      let before = try bytes()
      #expect(await failure(of: SQLiteQueueStore(path: path)) == .newerVersion)
      #expect(try bytes() == before)
    }

    @Test("refuses a damaged database, wherever it notices the damage")
    func damaged() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 500).complete)
      await store.close()
      var damaged = try bytes()
      for place in stride(from: 4096, to: damaged.count - 64, by: 4096) {
        damaged.replaceSubrange(place..<place + 64, with: Data(repeating: 0xEE, count: 64))
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      let reopened = SQLiteQueueStore(path: path)
      await #expect {
        _ = try await reopened.restore()
      } throws: { error in
        (error as? QueueStoreError)?.code == .corrupt
      }
    }

    @Test(
      "refuses inconsistent rows",
      arguments: [
        "DELETE FROM entry WHERE id = 2", "DELETE FROM baseChunk",
        "INSERT INTO baseChunk SELECT number + 1, label + 1, entries FROM baseChunk",
        "UPDATE baseChunk SET entries = x'0102'", "UPDATE baseChunk SET entries = NULL || 'x'",
        "UPDATE baseChunk SET label = 'x'", "UPDATE state SET json = '{'",
        "UPDATE state SET json = replace(json, '\"current\":1', '\"current\":77')",
        "UPDATE state SET json = replace(json, '\"isShuffled\":false', '\"isShuffled\":true')",
        "UPDATE OR IGNORE entry SET type = x'FF'", "DROP TABLE entry",
      ]
    )
    func nonsense(sql: String) async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 3).complete)
      await store.close()
      try? makeDatabase(sql)
      let reopened = SQLiteQueueStore(path: path)
      do throws(QueueStoreError) {
        let queue = try await reopened.restore()
        // Rows that the table refused are unchanged.
        #expect(queue?.entries.count == 3 && sql.contains("NULL"))
      } catch {
        #expect([.corrupt, .failed].contains(error.code))
      }
    }

    @Test("reports a full disk, keeps its data, and continues once there is space")
    func full() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 3).complete)
      try await store.execute(sql: "PRAGMA max_page_count = 12")
      await #expect {
        try await store.write(KeptSample(count: 5000).complete)
      } throws: { error in
        (error as? QueueStoreError)?.code == .full
      }
      #expect(try await store.restore()?.entries.count == 3)
      try await store.write(KeptSample(count: 3).at(.seconds(7)))
      try await store.execute(sql: "PRAGMA max_page_count = 100000")
      try await store.write(KeptSample(count: 5000).complete)
      #expect(try await store.restore()?.entries.count == 5000)
    }

    @Test("reports that another connection holds it, until that one closes")
    func locked() async throws {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
      let store = SQLiteQueueStore(path: path)
      #expect(await failure(of: store) == .locked)
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try other.close()
      #expect(await failure(of: store) == nil)
    }

    @Test("notices that its file was deleted, and writes a new, complete one")
    func takenAway() async throws {
      let store = SQLiteQueueStore(path: path)
      try await store.write(KeptSample(count: 3).complete)
      try FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: path + "-wal")
      await #expect {
        try await store.write(KeptSample(count: 3).at(.seconds(1)))
      } throws: { error in
        (error as? QueueStoreError)?.code == .failed
      }
      try await store.write(KeptSample(count: 4).complete)
      await store.close()
      #expect(try await SQLiteQueueStore(path: path).restore()?.entries.count == 4)
    }
  }
#endif
