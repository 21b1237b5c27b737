#if SQLite
  import PlayerKit
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitSQLite

  @Suite("The SQLite store", .timeLimit(.minutes(1)))
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

    @Test("keeps the contract of stores", arguments: QueueStoreContract.checks)
    func keepsTheContract(check: QueueStoreContract.Check) async throws {
      try await check.run(on: Harness())
    }
  }
#endif
