import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

/// Short waits, for example between position events, use a different timer from long ones.
@Suite(.tags(.local))
struct SystemPlaybackClockTests {
  private let clock = SystemPlaybackClock()

  /// In a time namespace (`unshare --time --boottime 100000`) this fails with a clock that counts
  /// sleep, even on a machine that has not slept.
  @Test("Counts the time for which the machine was awake")
  func countsTimeMachine() {
    let before = clock.now.sinceOrigin / .seconds(1)
    let uptime = ProcessInfo.processInfo.systemUptime
    let after = clock.now.sinceOrigin / .seconds(1)
    // The clocks may differ by seconds, because one may start at another moment of the boot.
    #expect(before - 5 < uptime && uptime < after + 5)
  }

  @Test(
    "Calls once, and never early",
    arguments: [Duration.seconds(-1), .zero, .milliseconds(30), .milliseconds(2_050)]
  )
  func callsOnceNever(wait: Duration) async {
    let due = clock.now + wait
    let instant = await withCheckedContinuation { continuation in
      _ = clock.schedule(at: due) { continuation.resume(returning: clock.now) }
    }
    #expect(instant >= due)
  }

  @Test(
    "Does not call when cancelled",
    arguments: [Duration.milliseconds(300), .milliseconds(2_050)]
  )
  func notCallWhen(wait: Duration) async {
    let isCalled = Locked(false)
    let due = clock.now + wait
    let timer = clock.schedule(at: due) { isCalled.withLock { $0 = true } }
    timer.cancel()
    timer.cancel()
    // A later timer is called, so the canceled one would have been called before.
    await withCheckedContinuation { continuation in
      _ = clock.schedule(at: due + .milliseconds(100)) { continuation.resume() }
    }
    let wasCalled = isCalled.withLock { $0 }
    #expect(!wasCalled)
  }
}
