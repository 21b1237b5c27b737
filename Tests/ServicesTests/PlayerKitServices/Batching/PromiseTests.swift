import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("A shared outcome", .tags(.local))
struct PromiseTests {
  @Test("reaches callers before and after it arrives, and the first one stays")
  func reachesAll() async throws {
    let outcome = Promise<Int>()
    let early = Task { try await outcome.value() }
    for _ in 1...10 { await Task.yield() }
    outcome.finish(.success(1))
    outcome.finish(.success(2))
    #expect(try await early.value == 1)
    #expect(try await outcome.value() == 1)
  }

  @Test("does not keep a task that is already cancelled")
  func leavesCancelled() async {
    let outcome = Promise<Int>()
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await outcome.value()
    }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    outcome.finish(.success(1))
  }

  @Test("of failed work is not kept, so the next caller starts it again")
  func startsAnew() async throws {
    let flight = Coalescer<Int>()
    await #expect(throws: CatalogError.self) {
      try await flight.run { throw CatalogError(.unreachable, "down") }
    }
    #expect(try await flight.run { 7 } == 7)
    #expect(try await flight.run { 8 } == 8)
  }
}
