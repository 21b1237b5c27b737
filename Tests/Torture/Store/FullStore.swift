#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitTesting

  /// Runs the contract's checks of a full disk on a file store. It needs a process of its own, because the
  /// limit applies to all files of a process.
  struct FullStore: QueueStoreHarness {
    let path: String

    func run() async throws {
      let checks = QueueStoreContract.checks.filter { $0.description.hasPrefix("Without room") }
      for check in checks { try await check.run(on: self) }
      say("checks on a full disk: \(checks.count)")
    }

    func makeStore() async -> any QueueStore {
      FileQueueStore(path: path)
    }

    func setFull(_ isFull: Bool, _ store: any QueueStore) async throws -> Bool {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      return FileSizeLimit.set(isFull ? size + 2_000 : nil)
    }
  }
#endif
