import Foundation
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The clocks of catalogs", .tags(.local), .timeLimit(.minutes(3)))
struct CatalogClockTests {
  static let clocks: [any CatalogClock] = [SystemCatalogClock(), ManualClock()]

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

  @Test("Uptime advances by the slept time")
  func uptime() async throws {
    let clock = SystemCatalogClock()
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
