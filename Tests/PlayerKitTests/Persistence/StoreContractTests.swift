import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The memory store", .timeLimit(.minutes(1)))
struct MemoryQueueStoreTests {
  private struct Harness: QueueStoreHarness {
    let store = MemoryQueueStore()
    var isExclusive: Bool { false }

    func makeStore() async -> any QueueStore {
      await store.reopen()
      return store
    }
  }

  @Test("keeps the contract of stores", arguments: QueueStoreContract.checks)
  func keepsTheContract(check: QueueStoreContract.Check) async throws {
    try await check.run(on: Harness())
  }

  @Test("is judged by checks of which no two have the same name")
  func checksHaveNames() {
    let names = QueueStoreContract.checks.map(\.description)
    #expect(Set(names).count == names.count)
  }
}

@Suite("The file store", .timeLimit(.minutes(1)))
struct FileQueueStoreContractTests {
  private struct Harness: QueueStoreHarness {
    let scratch = ScratchFolder()

    func makeStore() async -> any QueueStore {
      FileQueueStore(path: scratch.path("queue"))
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
