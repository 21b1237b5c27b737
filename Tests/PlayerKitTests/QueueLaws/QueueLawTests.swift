import Foundation
import TestSupport
import Testing

@testable import PlayerKit

/// `make explore WHAT=laws` runs 100,000 sequences. `SEED` sets the first seed.
@Suite("The laws of the queue", .tags(.pure))
struct QueueLawTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let sequences = environment["SEQUENCES"].flatMap(UInt64.init) ?? 2_000

  @Test("hold in every sequence of edits of a short queue")
  func shortQueues() {
    for seed in Self.first..<Self.first + Self.sequences {
      let departure = QueueSequence.departure(seed: seed, steps: 24, longest: 12)
      #expect(departure == nil)
      if departure != nil { return }
    }
  }

  @Test("hold in sequences of edits of a queue of many chunks")
  func longQueues() {
    for seed in Self.first..<Self.first + Self.sequences / 100 {
      let departure = QueueSequence.departure(seed: seed, steps: 30, longest: 900)
      #expect(departure == nil)
      if departure != nil { return }
    }
  }

  @Test("make all shuffled orders equally frequent")
  func evenShuffles() throws {
    var counts: [[Int]: Int] = [:]
    for seed in 0..<3_000 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      try queue.set((0..<4).map { LawTrack(id: "\($0)") })
      queue.isShuffled = true
      counts[queue.playOrder.map { queue.index(of: $0) ?? -1 }, default: 0] += 1
    }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { (400...600).contains($0) })
  }

  @Test("allow every remaining position for an entry appended under shuffle")
  func evenMixing() throws {
    var counts: [Int: Int] = [:]
    for seed in 0..<3_000 as Range<UInt64> {
      var queue = PlayQueue(seed: seed)
      try queue.set((0..<3).map { LawTrack(id: "\($0)") })
      queue.isShuffled = true
      let added = queue.append([LawTrack(id: "x")])
      counts[queue.playIndex(of: added[0]) ?? -1, default: 0] += 1
    }
    #expect(Set(counts.keys) == [1, 2, 3])
    #expect(counts.values.allSatisfy { (850...1_150).contains($0) })
  }
}
