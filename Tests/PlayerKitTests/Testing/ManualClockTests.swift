import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The manual clock", .tags(.pure))
struct ManualClockTests {
  let clock = ManualClock()
  let fired = Recorded<String>()

  @Test("moves only when it is advanced")
  func movesOnlyWhenAdvanced() {
    #expect(clock.now == at(0))
    clock.advance(by: .seconds(2))
    #expect(clock.now == at(2))
    clock.advance(to: at(5))
    #expect(clock.now == at(5))
  }

  @Test("never goes back")
  func neverGoesBack() {
    clock.advance(to: at(5))
    clock.advance(to: at(3))
    clock.advance(by: .seconds(-1))
    #expect(clock.now == at(5))
  }

  @Test("fires in the order of deadlines, and of scheduling if they are equal")
  func firesInOrder() {
    note("c", at: 3)
    note("a", at: 1)
    note("b1", at: 2)
    note("b2", at: 2)
    note("later", at: 9)
    clock.advance(by: .seconds(5))
    #expect(fired.elements == ["a", "b1", "b2", "c"])
    #expect(clock.nextDeadline == at(9))
  }

  @Test("shows each timer its own deadline as the present")
  func showsDeadlineAsPresent() {
    let seen = Recorded<MonotonicInstant>()
    for second in [3.0, 1, 2] {
      _ = clock.schedule(at: at(second)) { [clock] in seen.append(clock.now) }
    }
    clock.advance(by: .seconds(10))
    #expect(seen.elements == [at(1), at(2), at(3)])
    #expect(clock.now == at(10))
  }

  @Test("fires a timer that a timer schedules, if it is due in the same advance")
  func firesWhatTimersSchedule() {
    _ = clock.schedule(at: at(1)) { [clock, fired] in
      _ = clock.schedule(at: at(2)) { fired.append("inner") }
      _ = clock.schedule(at: at(8)) { fired.append("too late") }
    }
    note("outer", at: 3)
    clock.advance(by: .seconds(4))
    #expect(fired.elements == ["inner", "outer"])
  }

  @Test("fires a timer whose deadline has passed in the next advance, not while scheduling")
  func firesPassedDeadlineInNextAdvance() {
    clock.advance(to: at(5))
    note("passed", at: 1)
    #expect(fired.elements.isEmpty)
    clock.advance(by: .zero)
    #expect(fired.elements == ["passed"])
    #expect(clock.now == at(5))
  }

  @Test("does not fire a cancelled timer, also if a timer cancels it")
  func doesNotFireCancelled() {
    note("cancelled", at: 1).cancel()
    let victim = note("cancelled from inside", at: 3)
    _ = clock.schedule(at: at(2)) { victim.cancel() }
    clock.advance(by: .seconds(5))
    #expect(fired.elements.isEmpty)
    #expect(clock.nextDeadline == nil)
  }

  @Test("fires each timer once")
  func firesOnce() {
    note("once", at: 1)
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(fired.elements == ["once"])
  }

  @Test("can be advanced from inside a timer")
  func canBeAdvancedFromInside() {
    _ = clock.schedule(at: at(1)) { [clock] in clock.advance(to: at(4)) }
    note("between", at: 3)
    clock.advance(to: at(2))
    #expect(fired.elements == ["between"])
    #expect(clock.now == at(4))
  }

  @Test("advances from deadline to deadline until a condition holds")
  func advancesUntil() {
    note("a", at: 1)
    note("b", at: 2)
    note("c", at: 3)
    #expect(clock.advance { fired.elements.count == 2 })
    #expect(clock.now == at(2))
    #expect(!clock.advance(within: .milliseconds(500)) { fired.elements.count == 3 })
    #expect(!clock.advance { fired.elements.count == 4 })
  }

  @Test("moves date and uptime, but not its timers, while the machine sleeps")
  func suspends() {
    let start = clock.date
    note("due", at: 3)
    clock.suspend(for: .seconds(100))
    clock.advance(by: .seconds(2))
    #expect(clock.now == at(2))
    #expect(clock.uptime == .seconds(102))
    #expect(clock.date == start.addingTimeInterval(102))
    #expect(fired.elements.isEmpty)
  }

  @Test("starts at the date that it is given")
  func startsAtDate() {
    let date = ManualClock.dateOfOrigin.addingTimeInterval(3_600)
    #expect(ManualClock(dateOfOrigin: date).date == date)
  }

  @Test("ends each wait at once if it skips waits, and moves to its end")
  func skipsWaits() {
    let clock = ManualClock(skipsWaits: true)
    _ = clock.schedule(at: at(4)) { [fired] in fired.append("later") }
    _ = clock.schedule(at: at(1)) { [fired] in fired.append("passed") }
    #expect(fired.elements == ["later", "passed"])
    #expect(clock.now == at(4))
    #expect(clock.nextDeadline == nil)
  }

  @Test("lets a test wait for a timer, pending or not", arguments: [false, true])
  func waitsForTimer(isPending: Bool) async throws {
    if isPending { note("first", at: 5) }
    let wait = Task { [clock] in try await clock.wakeNext() }
    if !isPending { note("first", at: 5) }
    #expect(try await wait.value == .seconds(5))
    #expect(fired.elements == ["first"])
    #expect(clock.now == at(5))
  }

  @Test("reports a timer that never comes")
  func waitsInVain() async throws {
    await #expect(throws: WaitFailure.self) {
      try await clock.waitForTimer(timeout: .milliseconds(1))
    }
  }

  @Test("frees a cancelled timer's closure, even if that schedules another one")
  func freesBodyOutsideOfLock() {
    final class Scheduling: Sendable {
      let onDeinit: @Sendable () -> Void
      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    let timer = {
      let captured = Scheduling { [clock] in _ = clock.schedule(at: at(7)) {} }
      return clock.schedule(at: at(1)) { withExtendedLifetime(captured) {} }
    }()
    timer.cancel()
    #expect(clock.nextDeadline == at(7))
  }

  @discardableResult
  private func note(_ name: String, at second: Double) -> ClockTimer {
    clock.schedule(at: at(second)) { [fired] in fired.append(name) }
  }
}
