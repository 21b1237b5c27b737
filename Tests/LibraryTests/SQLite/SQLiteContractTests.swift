#if SQLite
  import PlayerKit
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitSQLite

  @Suite("The SQLite store", .tags(.local), .timeLimit(.minutes(3)))
  struct SQLiteContractTests {
    private struct Harness: QueueStoreHarness {
      let scratch = ScratchFolder()

      func makeStore() async -> any QueueStore {
        SQLiteQueueStore(path: scratch.path("queue.sqlite"))
      }

      func setFull(_ isFull: Bool, _ store: any QueueStore) async throws -> Bool {
        guard let store = store as? SQLiteQueueStore else { return false }
        try await store.execute(sql: "PRAGMA max_page_count = \(isFull ? 12 : 100_000)")
        return true
      }

      func cleanUp() async {
        scratch.remove()
      }
    }

    @Test("passes the contract of stores", arguments: QueueStoreContract.checks)
    func keepsTheContract(check: QueueStoreContract.Check) async throws {
      try await check.run(on: Harness())
    }
  }

  @Suite("The SQLite store of playlists", .tags(.local), .timeLimit(.minutes(3)))
  struct SQLitePlaylistContractTests {
    private struct Harness: PlaylistStoreHarness {
      let scratch = ScratchFolder()

      func makeStore() async -> any PlaylistStore {
        SQLitePlaylistStore(path: scratch.path("playlists.sqlite"))
      }

      func cleanUp() async { scratch.remove() }
    }

    @Test("passes the contract", arguments: PlaylistStoreContract.checks)
    func keepsTheContract(check: PlaylistStoreContract.Check) async throws {
      try await check.run(on: Harness())
    }

    @Test("several stores share a database, even if they create it at the same time")
    func sharedDatabase() async throws {
      let scratch = ScratchFolder()
      defer { scratch.remove() }
      let stores = (0..<4).map { _ in SQLitePlaylistStore(path: scratch.path("playlists.sqlite")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, store) in stores.enumerated() {
          group.addTask { try await store.write([], to: "\(number)", .create) }
        }
        try await group.waitForAll()
      }
      for store in stores {
        #expect(try await store.playlists().map(\.name) == ["0", "1", "2", "3"])
      }
      try await stores[0].remove("3")
      #expect(try await stores[1].playlists().count == 3)
      for store in stores { await store.close() }
    }

    @Test("refuses the database of a queue, and leaves it unchanged")
    func otherDatabase() async throws {
      let scratch = ScratchFolder()
      defer { scratch.remove() }
      let queue = SQLiteQueueStore(path: scratch.path("queue.sqlite"))
      _ = try await queue.restore()
      await queue.close()
      let store = SQLitePlaylistStore(path: scratch.path("queue.sqlite"))
      await #expect(throws: PlaylistStoreError.self) { try await store.playlists() }
      await store.close()
      #expect(try await SQLiteQueueStore(path: scratch.path("queue.sqlite")).restore() == nil)
    }
  }
#endif
