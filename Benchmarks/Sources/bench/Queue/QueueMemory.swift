import Foundation
import PlayerKit

/// Compares the memory of a queue with an array of the same tracks, measured as the growth of
/// otherwise idle processes.
enum QueueMemory {
  static func measure(_ counts: [Int], _ verdict: Verdict) throws {
    let rich = Table(
      "Memory with rich metadata, bytes an entry: of the tracks, and of the findings of an inspection",
      ["entries", "tracks", "queue", "queue, found in all"],
      nameWidth: 26
    )
    for count in counts where count >= 100_000 {
      let stated = try grow("rich", count)
      // Each finding takes a turn of the queue, so a million of them would take minutes.
      let found = count > 100_000 ? nil : try grow("found", count)
      rich.row(
        ["\(count)", stated.array.rounded(to: 1), stated.queue.rounded(to: 1)]
          + [found?.queue.rounded(to: 1) ?? "–"]
      )
      verdict.check(
        "\(count) entries, rich: bytes an entry over the array",
        stated.queue,
        bound: 100,
        unit: "",
        margin: 1.05
      )
    }
    let table = Table(
      "Memory, bytes an entry: the growth of a process when a queue is made, the array kept",
      ["entries", "array", "queue", "shuffled", "edited, both"],
      nameWidth: 26
    )
    for count in counts where count >= 100_000 {
      let plain = try grow("plain", count)
      let shuffled = try grow("shuffled", count)
      let edited = try grow("edited", count)
      table.row(
        ["\(count)"]
          + [plain.array, plain.queue, shuffled.queue, edited.queue]
          .map { $0.rounded(to: 1) }
      )
      for (name, value) in [("", plain.queue), (", shuffled", shuffled.queue)] {
        verdict.check(
          "\(count) entries\(name): bytes an entry over the array",
          value,
          bound: 100,
          unit: "",
          margin: 1.05
        )
      }
    }
  }

  private static func grow(_ mode: String, _ count: Int) throws -> (array: Double, queue: Double) {
    let figures = try Tool.part(.queue, [mode, "\(count)"]).readFigures()
    return (figures["array"] ?? .nan, figures["queue"] ?? .nan)
  }
}

/// The measured process, which makes one queue.
enum QueuePart {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 2, let count = Int(arguments[1]) else { return }
    let start = settled()
    let mode = arguments[0]
    let tracks = InventedTracks.make(count, isRich: mode == "rich")
    let afterArray = settled()
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks)
    if mode == "shuffled" || mode == "edited" { queue.isShuffled = true }
    if mode == "edited" { try edit(&queue) }
    let player = mode == "found" ? try Findings.player(with: queue) : nil
    let end = settled()
    for (name, growth) in [("array", afterArray - start), ("queue", end - afterArray)] {
      Console.write(name, growth * 1_048_576 / Double(count))
    }
    withExtendedLifetime((tracks, queue, player)) {}
  }

  /// Moves a tenth of the entries, one by one, so that chunks of the queue split and others run
  /// empty.
  private static func edit(_ queue: inout PlayQueue) throws {
    for _ in 0..<queue.count / 10 {
      let id = queue[Int.random(in: 0..<queue.count)].id
      try queue.move(id, to: Int.random(in: 0..<queue.count))
    }
  }

  /// Returns freed memory to the system, and returns the memory of this process in MB.
  private static func settled() -> Double {
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") {
      _ = unsafeBitCast(trim, to: Trim.self)(0)
    }
    return ProcessFigures.own.anonymousMemory
  }
}
