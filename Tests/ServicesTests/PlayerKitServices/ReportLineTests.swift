import PlayerKitServices
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Reports that are sent in order", .tags(.local), .timeLimit(.minutes(1)))
struct ReportLineTests {
  @Test("The end of the line waits no longer than its timeout")
  func timeout() async throws {
    let clock = ManualClock()
    let isCanceled = Recorded<Bool>()
    let line = ReportLine<Int>(capacity: 1, timeout: .seconds(5), clock: clock) { _ in
      // Ends only by cancellation.
      try? await Promise<Void>().value()
      isCanceled.append(Task.isCancelled)
      return true
    }
    line.add(1)
    let finish = Task { await line.finish() }
    #expect(try await clock.wakeNext() == .seconds(5))
    await finish.value
    #expect(isCanceled.elements == [true])
  }
}
