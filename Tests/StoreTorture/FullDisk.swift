#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitTesting
  import TestSupport

  /// A file store of which no file may grow: the nearest to a full disk that a process can have by
  /// itself. The limit is the process's, so it is none for the tests'.
  struct FullDisk: QueueStoreHarness {
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
