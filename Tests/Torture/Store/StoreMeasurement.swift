#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitSQLite

  /// Times what a large queue costs.
  struct StoreMeasurement {
    let file: String
    let count: Int

    func run() async throws {
      let queue = QueuePlayer()
      try queue.set((0..<count).map { URLTrack(path: "/music/album \($0 / 12)/\($0).flac") })
      let store = SQLiteQueueStore(path: file)
      let keeper = QueueKeeper(of: queue, in: store)
      keeper.start()
      try await time("first write") { try await keeper.flush() }
      let entries = queue.entries
      let rounds = 20
      var rows = try await store.rowsWritten()
      try await time("\(rounds) edits, each flushed") {
        for round in 0..<rounds {
          try queue.move(entries[round * (count / rounds)].id, to: 7 * round % count)
          queue.playNext([URLTrack(path: "/next/\(round)")])
          try await keeper.flush()
        }
      }
      rows = try await store.rowsWritten() - rows
      say("rows written by the edits: \(rows)")
      queue.isShuffled = true
      try await time("shuffle turned on") { try await keeper.flush() }
      try await keeper.close()
      let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
      say("size of the file: \(size / 1024) KiB")
      let other = QueuePlayer()
      let second = QueueKeeper(of: other, in: SQLiteQueueStore(path: file))
      try await time("restored") { _ = try await second.restore() }
      try other.remove(at: 5..<7)
      try await time("first edit after that") { try await second.flush() }
      guard other.entries.count == queue.entries.count - 2 else { throw Unequal() }
    }

    private struct Unequal: Error {}

    private func time(_ what: String, _ body: () async throws -> Void) async throws {
      let clock = ContinuousClock()
      let start = clock.now
      try await body()
      let milliseconds = (clock.now - start) / .milliseconds(1)
      say("\(what): \(Int(milliseconds.rounded())) ms")
    }
  }
#endif
