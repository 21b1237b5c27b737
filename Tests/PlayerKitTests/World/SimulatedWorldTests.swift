import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// `make explore WHAT=world` runs worlds for `SECONDS` (60). `SEED` sets the first seed.
@Suite("A simulated world", .tags(.pure))
struct SimulatedWorldTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let seconds = environment["WORLD_SECONDS"].flatMap(Int.init)
  private static let seeds: UInt64 = 16

  @Test("violates no invariant, whatever its user, its players, and its disk do")
  func seeds() {
    let start = ContinuousClock.now
    let end = start + .seconds(Self.seconds ?? 0)
    var (seed, time, transitions, failures) = (Self.first, Duration.zero, 0, 0)
    while Self.seconds == nil ? seed < Self.first + Self.seeds : ContinuousClock.now < end {
      let world = SimulatedWorld(seed: seed)
      world.run(steps: 150)
      #expect(world.violations.isEmpty, "\(world.violations); \(world.log.suffix(60))")
      failures += world.violations.isEmpty ? 0 : 1
      time += world.simulatedTime
      transitions += world.transitions
      seed += 1
    }
    print(
      """
      simulated worlds: seeds \(Self.first) to \(seed - 1), \(Int(time / .seconds(3600))) hours, \
      \(transitions) transitions, \(failures) failures, \(ContinuousClock.now - start)
      """
    )
  }

  @Test("is the same each time it has the same seed", arguments: [3, 11] as [UInt64])
  func sameSeed(seed: UInt64) {
    let worlds = (0..<2).map { _ in SimulatedWorld(seed: seed) }
    for world in worlds { world.run(steps: 150) }
    #expect(worlds[0].log == worlds[1].log)
    #expect(worlds[0].digest == worlds[1].digest)
    #expect(worlds[0].log.count > 100)
    print("simulated world: seed \(seed) has the log \(worlds[0].digest)")
  }

  @Test("differs if its seed differs")
  func otherSeed() {
    let worlds = [SimulatedWorld(seed: 1), SimulatedWorld(seed: 2)]
    for world in worlds { world.run(steps: 20) }
    #expect(worlds[0].digest != worlds[1].digest)
  }

  @Test("notices each fault", arguments: SimulatedWorld.Fault.allCases)
  func faults(fault: SimulatedWorld.Fault) {
    let expected: SimulatedWorld.Invariant =
      switch fault {
      case .playerSoundsOn: .oneSound
      case .playerReportsForWrongLoad, .playerLosesSeeks: .nothingStuck
      case .playerReportsFalsePositions: .truePositions
      case .playerLeaksTimers: .withinLimits
      case .storeAcknowledgesEarly, .storeMixesStates: .storedStateExisted
      case .storeNeverAnswers, .pauseIsLost: .everyCommandAnswered
      case .observerMissesTurns: .observersAgree
      }
    var found: [SimulatedWorld.Violation] = []
    for seed: UInt64 in 1...60 where !found.contains(where: { $0.invariant == expected }) {
      let world = SimulatedWorld(seed: seed, fault: fault)
      world.run(steps: 150)
      found += world.violations
    }
    #expect(found.contains { $0.invariant == expected }, "found only \(found)")
    #expect(found.allSatisfy { "\($0)".hasPrefix("seed \($0.seed), step \($0.step)") })
  }
}
