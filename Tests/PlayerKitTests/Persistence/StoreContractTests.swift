import Foundation
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("The memory store", .tags(.local), .timeLimit(.minutes(3)))
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

  @Test("uses checks with unique names")
  func checksHaveNames() {
    let names = QueueStoreContract.checks.map(\.description)
    #expect(Set(names).count == names.count)
  }
}

@Suite("The file store", .tags(.local), .timeLimit(.minutes(3)))
struct FileQueueStoreContractTests {
  private struct Harness: QueueStoreHarness {
    let scratch = ScratchFolder()

    private var path: String { scratch.path("queue") }

    func makeStore() async -> any QueueStore {
      FileQueueStore(path: path)
    }

    func damage(_ damage: QueueStoreDamage) async throws -> Bool {
      let file = URL(fileURLWithPath: path)
      var lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
      let ends = lines.indices.filter { lines[$0].firstRange(of: Data(#""state":"#.utf8)) != nil }
      switch damage {
      case .lastWrite: lines[ends[ends.count - 2] + 1] = Data(repeating: 0, count: 9)
      case .earlierWrite: lines[ends[ends.count - 3] + 1] = Data(repeating: 0, count: 9)
      case .newerWrite: lines.append(Self.line(#"{"novelty":1,"write":5}"#))
      }
      let bytes = lines.reduce(into: Data()) { $0 += $1 + Data("\n".utf8) }
      try bytes.write(to: file)
      return true
    }

    private static func line(_ json: String) -> Data {
      let digits = String(Checksum.of(Data(json.utf8)), radix: 16)
      return Data("\(String(repeating: "0", count: 8 - digits.count))\(digits) \(json)".utf8)
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
