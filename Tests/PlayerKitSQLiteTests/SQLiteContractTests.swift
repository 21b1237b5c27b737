#if SQLite
  import PlayerKit
  import PlayerKitSQLite
  import PlayerKitTesting
  import TestSupport
  import Testing

  @Suite("The SQLite store", .timeLimit(.minutes(1)))
  struct SQLiteContractTests {
    private struct Harness: QueueStoreHarness {
      let scratch = ScratchFolder()

      func makeStore() async -> any QueueStore {
        SQLiteQueueStore(path: scratch.path("queue.sqlite"))
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
