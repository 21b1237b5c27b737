import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// Repeating timers of the system's clock, and of a clock that supports only single calls.
@Suite("Repeating timers", .tags(.local), .timeLimit(.minutes(3)))
struct RepeatingTimerTests {
  private let manual = ManualClock()
  private let system = SystemPlaybackClock()

  private func at(_ milliseconds: Int) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: .milliseconds(milliseconds))
  }

  // MARK: - Single calls

  @Test("call at the first instant and then in each interval, until they are cancelled")
  func calls() {
    let called = Recorded<MonotonicInstant>()
    let timer = manual.schedule(from: at(50), every: .milliseconds(100)) { [manual] in
      called.append(manual.now)
    }
    manual.advance(by: .milliseconds(260))
    #expect(called.elements == [at(50), at(150), at(250)])
    timer.cancel()
    timer.cancel()
    #expect(manual.nextDeadline == nil)
    manual.advance(by: .seconds(1))
    #expect(called.elements.count == 3)
  }

  @Test("do not repeat missed calls, and keep their instants")
  func late() {
    let called = Recorded<MonotonicInstant>()
    let timer = manual.schedule(from: at(100), every: .milliseconds(100)) { [manual] in
      called.append(manual.now)
      if called.elements.count == 1 { manual.advance(by: .milliseconds(250)) }
      if called.elements.count == 2 { manual.advance(by: .milliseconds(100)) }
    }
    manual.advance(to: at(800))
    #expect(called.elements == [at(100), at(400), at(600), at(700), at(800)])
    timer.cancel()
  }

  @Test("call soon if the first instant has passed")
  func passed() {
    manual.advance(by: .milliseconds(250))
    let called = Recorded<MonotonicInstant>()
    let timer = manual.schedule(from: at(0), every: .milliseconds(100)) { [manual] in
      called.append(manual.now)
    }
    manual.advance(by: .milliseconds(100))
    #expect(called.elements == [at(250), at(300)])
    timer.cancel()
  }

  @Test("end if their own call cancels them")
  func cancelledInside() {
    let timer = Locked<ClockTimer?>(nil)
    let called = Recorded<Void>()
    let handle = manual.schedule(from: at(1), every: .milliseconds(1)) {
      called.append(())
      timer.withLock { $0 }?.cancel()
    }
    timer.withLock { $0 = handle }
    manual.advance(by: .seconds(1))
    #expect(called.elements.count == 1)
    #expect(manual.nextDeadline == nil)
    timer.withLock { $0 = nil }
  }

  // MARK: - The system's clock

  @Test("of the system never call early, nor twice for an instant")
  func neverEarly() async throws {
    let called = Recorded<MonotonicInstant>()
    let first = system.now + .milliseconds(20)
    let timer = system.schedule(from: first, every: .milliseconds(10)) { [system] in
      called.append(system.now)
    }
    let instants = try await called.wait(for: "calls") { $0.count >= 20 }
    timer.cancel()
    for (number, instant) in instants.enumerated() {
      #expect(instant >= first + .milliseconds(10) * number)
    }
  }

  @Test("of the system call one at a time, and once for all intervals that a long call missed")
  func oneAtATime() async throws {
    let first = system.now
    let isCalling = Locked(false)
    let called = Recorded<MonotonicInstant>()
    let timer = system.schedule(from: first, every: .milliseconds(10)) { [system] in
      let wasCalling = isCalling.withLock { isCalling in
        defer { isCalling = true }
        return isCalling
      }
      #expect(!wasCalling)
      called.append(system.now)
      if called.elements.count == 1 { usleep(35_000) }
      isCalling.withLock { $0 = false }
    }
    let instants = try await called.wait(for: "calls") { $0.count >= 4 }
    timer.cancel()
    #expect(instants[1] >= instants[0] + .milliseconds(35))
    // One call may replace missed ones. Later calls keep to their instants.
    #expect(instants[2] >= first + .milliseconds(40))
    #expect(instants[3] >= first + .milliseconds(50))
  }

  @Test(
    "of the system end soon after they are cancelled, and release their closure",
    arguments: [Duration.zero, .seconds(3_600)]
  )
  func cancelled(wait: Duration) async throws {
    let (called, freed) = (Recorded<Void>(), Recorded<Void>())
    let timer = start(after: wait, Held(called: called, freed: freed))
    if wait == .zero { try await called.wait(for: "a call") { !$0.isEmpty } }
    #expect(freed.elements.isEmpty)
    timer.cancel()
    try await freed.wait(for: "the end") { !$0.isEmpty }
    #expect(wait == .zero || called.elements.isEmpty)
  }

  private func start(after wait: Duration, _ held: Held) -> ClockTimer {
    system.schedule(from: system.now + wait, every: .milliseconds(1)) { held.called.append(()) }
  }

  private final class Held: Sendable {
    let called: Recorded<Void>
    private let freed: Recorded<Void>

    init(called: Recorded<Void>, freed: Recorded<Void>) {
      (self.called, self.freed) = (called, freed)
    }

    deinit { freed.append(()) }
  }

  @Test("of the system end if their own call cancels them")
  func cancelledByCall() async throws {
    let timer = Locked<ClockTimer?>(nil)
    let called = Recorded<Bool>()
    let handle = system.schedule(from: system.now + .milliseconds(1), every: .milliseconds(1)) {
      let handle = timer.withLock { $0 }
      handle?.cancel()
      called.append(handle != nil)
    }
    timer.withLock { $0 = handle }
    let count = try await called.wait(for: "the call that cancels") { $0.contains(true) }.count
    // Another timer with that interval is called many times meanwhile.
    let others = Recorded<Void>()
    let other = system.schedule(from: system.now, every: .milliseconds(1)) { others.append(()) }
    try await others.wait(for: "calls of another one") { $0.count >= 10 }
    other.cancel()
    #expect(called.elements.count == count)
  }
}
