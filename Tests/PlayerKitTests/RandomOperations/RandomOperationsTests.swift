import Foundation
import PlayerKit
import TestSupport
import Testing

/// `make explore WHAT=commands` runs 100,000 rounds. `SEED` sets the first seed.
@Suite("Random operations", .tags(.local))
struct RandomOperationsTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let rounds = environment["ROUNDS"].flatMap(UInt64.init) ?? 300

  @Test("on two engines and three players, all of them slow, leave nothing stuck")
  func rounds() async {
    let start = ContinuousClock.now
    var operations = 0
    for seed in Self.first..<Self.first + Self.rounds {
      let round = RandomRound(seed: seed)
      await round.run()
      operations += round.story.count
      #expect(round.violations == [], "seed \(seed): \(round.story.joined(separator: ", "))")
    }
    print(
      "random operations: \(Self.rounds) rounds from seed \(Self.first), "
        + "\(operations) operations, \(ContinuousClock.now - start)"
    )
  }

  @Test(
    "that once made two players sound at a time no longer do",
    arguments: [151, 948, 6_848, 8_229] as [UInt64]
  )
  func roundsThatFailed(seed: UInt64) async {
    let round = RandomRound(seed: seed)
    await round.run()
    #expect(round.violations == [], "\(round.story.joined(separator: ", "))")
  }
}
