import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitSQLite

/// Measures a large queue in an SQLite store.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Measures a large queue in an SQLite store."
  )

  @Option(help: "The number of entries.") var entries = 1_000_000

  func run() async throws {
    try await Scratch.use("store") { try await measure("\($0)/queue.sqlite", max(100, entries)) }
  }

  private func measure(_ file: String, _ count: Int) async throws {
    let table = Table("A queue of \(count) entries in an SQLite store", ["", "ms"])
    func time(_ what: String, _ body: () async throws -> Void) async throws {
      let time = try await ContinuousClock().measure(body)
      table.row([what, (time / .milliseconds(1)).rounded(to: 0)])
    }
    let queue = QueuePlayer()
    try queue.set((0..<count).map { URLTrack(path: "/music/album \($0 / 12)/\($0).flac") })
    let persister = QueuePersister(of: queue, in: SQLiteQueueStore(path: file))
    persister.start()
    try await time("first write") { try await persister.flush() }
    let entries = queue.entries
    let rounds = 20
    let before = ProcessFigures.own.writtenBytes
    try await time("\(rounds) edits, each flushed") {
      for round in 0..<rounds {
        try queue.move(entries[round * (count / rounds)].id, to: 7 * round % count)
        queue.playNext([URLTrack(path: "/next/\(round)")])
        try await persister.flush()
      }
    }
    let written = (ProcessFigures.own.writtenBytes - before) / 1_024
    queue.isShuffled = true
    try await time("shuffle turned on") { try await persister.flush() }
    try await persister.close()
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    let other = QueuePlayer()
    let second = QueuePersister(of: other, in: SQLiteQueueStore(path: file))
    try await time("restored") { _ = try await second.restore() }
    try other.remove(at: 5..<7)
    try await time("first edit after that") { try await second.flush() }
    Console.write(
      "KiB written by the edits: \(written.rounded(to: 0)); size of the file: \(size / 1_024) KiB"
    )
    guard other.entries.count == queue.entries.count - 2 else {
      throw Failure("the restored queue has a different number of entries")
    }
  }
}
