import Foundation
import Locking
import PlayerKit
import Testing

/// Waits as short as those of position events are timed otherwise than long ones.
struct SystemPlaybackClockTests {
  private let clock = SystemPlaybackClock()

  /// In a time namespace (`unshare --time --boottime 100000`) this tells the clocks apart on a machine
  /// that has not slept, too.
  @Test
  func `Counts the time for which the machine was awake, as SuspendingClock does`() {
    let uptime = ProcessInfo.processInfo.systemUptime
    #expect(abs(clock.now.sinceOrigin / .seconds(1) - uptime) < 5)
    let (start, suspending) = (clock.now, SuspendingClock.now)
    let difference = (clock.now - start) - (SuspendingClock.now - suspending)
    #expect(abs(difference / .seconds(1)) < 1)
  }

  @Test(arguments: [Duration.seconds(-1), .zero, .milliseconds(30), .milliseconds(2_050)])
  func `Calls once, and never early`(wait: Duration) async {
    let due = clock.now + wait
    let instant = await withCheckedContinuation { continuation in
      _ = clock.schedule(at: due) { continuation.resume(returning: clock.now) }
    }
    #expect(instant >= due)
  }

  @Test(arguments: [Duration.milliseconds(300), .milliseconds(2_050)])
  func `Does not call when cancelled`(wait: Duration) async {
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
