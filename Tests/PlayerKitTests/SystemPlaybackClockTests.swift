import Foundation
import PlayerKitSystem
import PlayerKit
import TestSupport
import Testing

/// Waits as short as those of position events are timed otherwise than long ones.
@Suite(.tags(.local))
struct SystemPlaybackClockTests {
  private let clock = SystemPlaybackClock()

  /// In a time namespace (`unshare --time --boottime 100000`) this fails with a clock that counts sleep,
  /// also on a machine that has not slept.
  @Test("Counts the time for which the machine was awake")
  func countsTimeMachine() {
    let before = clock.now.sinceOrigin / .seconds(1)
    let uptime = ProcessInfo.processInfo.systemUptime
    let after = clock.now.sinceOrigin / .seconds(1)
    // The clocks may differ by seconds, for a reading may count from another moment of the start.
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
    // One that is due later is called: that one would have been.
    await withCheckedContinuation { continuation in
      _ = clock.schedule(at: due + .milliseconds(100)) { continuation.resume() }
    }
    let wasCalled = isCalled.withLock { $0 }
    #expect(!wasCalled)
  }
}
