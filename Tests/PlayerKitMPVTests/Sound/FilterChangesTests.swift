import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// When filters may change, fed by hand.
@Suite(.tags(.pure))
struct FilterChangesTests {
  private let start = MonotonicInstant(sinceOrigin: .seconds(9))
  private var changes = FilterChanges()

  private func at(_ milliseconds: Int) -> MonotonicInstant {
    start + .milliseconds(milliseconds)
  }

  @Test("The first change happens at once")
  func firstChangeMadeOnce() {
    #expect(changes.isSettled(at: start))
    #expect(changes.dueAt == nil)
  }

  @Test("The next change waits until enough was heard")
  mutating func nextOneWaitsUntil() {
    changes.setHeard(true, at: at(0))
    changes.changed(holding: .milliseconds(250), at: at(100))
    #expect(!changes.isSettled(at: at(349)))
    #expect(changes.isSettled(at: at(350)))
    changes.wait()
    #expect(changes.dueAt == at(350))
    let taken = [349, 350, 351].map { changes.takeDue(at: at($0)) }
    #expect(taken == [false, true, false])
    #expect(changes.dueAt == nil)
  }

  @Test("Nothing settles in a pause")
  mutating func nothingSettlesPause() {
    changes.setHeard(true, at: at(0))
    changes.changed(holding: .milliseconds(250), at: at(0))
    changes.wait()
    changes.setHeard(false, at: at(100))
    #expect(changes.dueAt == nil)
    #expect(!changes.isSettled(at: at(10_000)))
    changes.setHeard(true, at: at(10_000))
    #expect(changes.dueAt == at(10_150))
    #expect(changes.isSettled(at: at(10_150)))
    changes.setHeard(false, at: at(10_200))
    #expect(changes.isSettled(at: at(10_200)))
  }

  @Test("A change in a pause delays the next one until it was heard")
  mutating func changePauseHoldsBack() {
    changes.changed(holding: .milliseconds(250), at: at(0))
    #expect(!changes.isSettled(at: at(1_000)))
    changes.setHeard(true, at: at(2_000))
    changes.setHeard(true, at: at(2_100))
    #expect(!changes.isSettled(at: at(2_249)))
    #expect(changes.isSettled(at: at(2_250)))
  }
}
