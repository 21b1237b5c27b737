import PlayerKitTesting
import TestSupport
import Testing

@Suite("Waiting for a condition", .tags(.local), .timeLimit(.minutes(3)))
struct WaitingTests {
  let recording = Recorded<Int>()

  @Test("returns at once if the condition holds already")
  func returnsAtOnce() async throws {
    recording.append(1)
    #expect(try await recording.wait(for: "a 1") { $0.contains(1) } == [1])
  }

  @Test("is woken by a later change, on another task")
  func isWoken() async throws {
    async let found = recording.wait(for: "100 elements") { $0.count == 100 }
    let writer = Task { [recording] in
      for number in 0..<100 {
        recording.append(number)
        await Task.yield()
      }
    }
    #expect(try await found == Array(0..<100))
    await writer.value
  }

  @Test("wakes all waiting tasks")
  func wakesAll() async {
    var first = recording.snapshots.makeAsyncIterator()
    var second = recording.snapshots.makeAsyncIterator()
    #expect(await first.next() == [])
    #expect(await second.next() == [])
    recording.append(1)
    #expect(await first.next() == [1])
    #expect(await second.next() == [1])
  }

  @Test("ends at its limit with an error that contains the last value")
  func endsAtLimit() async {
    recording.append(7)
    let limit = Duration.milliseconds(20)
    await #expect(throws: WaitFailure.timedOut(what: "an 8", limit: limit, lastSeen: "[7]")) {
      try await recording.wait(for: "an 8", timeout: limit) { $0.contains(8) }
    }
  }

  @Test("fails if the sequence ends before")
  func failsWhereSequenceEnds() async {
    let stream = AsyncStream { continuation in
      continuation.yield(1)
      continuation.finish()
    }
    await #expect(throws: WaitFailure.sequenceEnded(what: "a 2", lastSeen: "1")) {
      try await waitUntil("a 2", in: stream) { $0 == 2 }
    }
  }

  @Test("ends when its task is cancelled")
  func endsWhenCancelled() async {
    let task = Task { [recording] in
      _ = try await recording.wait(for: "a value that never comes") { !$0.isEmpty }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("rethrows an error of the condition")
  func passesOnErrorOfCondition() async {
    struct Wrong: Error {}
    recording.append(1)
    await #expect(throws: Wrong.self) {
      try await recording.wait(for: "nothing") { _ in throw Wrong() }
    }
  }

  @Test("gets the present value first, then the newest, however slow it is")
  func seesPresentThenNewest() async {
    recording.append(1)
    var snapshots = recording.snapshots.makeAsyncIterator()
    #expect(await snapshots.next() == [1])
    recording.append(2)
    recording.append(3)
    #expect(await snapshots.next() == [1, 2, 3])
  }
}
