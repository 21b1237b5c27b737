import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Sleeping on a clock", .tags(.local), .timeLimit(.minutes(3)))
struct SleepTests {
  static let clocks: [any PlaybackClock] = [SystemPlaybackClock(), ManualClock()]

  @Test("A sleep of no length returns at once", arguments: [Duration.zero, .seconds(-5)], [0, 1])
  func none(duration: Duration, index: Int) async throws {
    try await Self.clocks[index].sleep(for: duration)
  }

  @Test("Even an absurdly long sleep ends by cancellation, also an earlier one", arguments: [0, 1])
  func cancellation(index: Int) async throws {
    let clock = Self.clocks[index]
    for duration in [Duration.seconds(Int64.max / 2), .seconds(10), .zero] {
      let sleep = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: duration)
      }
      await #expect(throws: CancellationError.self) { try await sleep.value }
    }
    let sleep = Task { try await clock.sleep(for: .seconds(Int64.max / 2)) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }

  @Test("A canceled sleep leaves no timer")
  func canceledTimer() async throws {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(10)) }
    try await clock.waitForTimer()
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.nextDeadline == nil)
  }

  @Test("A sleep ends even if the clock calls before it returns the timer")
  func calledAtOnce() async throws {
    let clock = ManualClock(skipsWaits: true)
    try await clock.sleep(for: .seconds(10))
    #expect(clock.now == MonotonicInstant(sinceOrigin: .seconds(10)))
    #expect(clock.uptime == .seconds(10))
  }

  @Test("Cancellation and the end of a sleep at the same time end it once")
  func race() async throws {
    for _ in 0..<200 {
      let clock = ManualClock()
      let sleep = Task { try await clock.sleep(for: .seconds(1)) }
      try await clock.waitForTimer()
      async let advance: Void = clock.advance(by: .seconds(1))
      sleep.cancel()
      await advance
      // A sleep that is resumed twice traps, and one that is never resumed reaches the time limit.
      if case .failure(let error) = await sleep.result { #expect(error is CancellationError) }
      #expect(clock.nextDeadline == nil)
    }
  }

  @Test("Uptime advances by the slept time")
  func uptime() async throws {
    let clock = SystemPlaybackClock()
    let start = clock.uptime
    try await clock.sleep(for: .milliseconds(5))
    #expect(clock.uptime - start >= .milliseconds(5))

    let manual = ManualClock()
    let date = manual.date
    let sleep = Task { try await manual.sleep(for: .seconds(90)) }
    #expect(try await manual.wakeNext() == .seconds(90))
    try await sleep.value
    #expect(manual.uptime == .seconds(90))
    #expect(manual.date == date.addingTimeInterval(90))
  }
}
