import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A semaphore for tasks", .tags(.local), .timeLimit(.minutes(3)))
struct AsyncSemaphoreTests {
  private let semaphore = AsyncSemaphore(most: 1)

  @Test("lets callers continue in the order in which they came")
  func inOrder() async throws {
    try await semaphore.take()
    let passed = Recorded<Int>()
    var tasks: [Task<Void, any Error>] = []
    for number in 1...3 {
      tasks.append(
        Task { [semaphore] in
          try await semaphore.take()
          passed.append(number)
          semaphore.giveBack()
        }
      )
      try await eventually("caller \(number) waits") { semaphore.waiting == number }
    }
    semaphore.giveBack()
    for task in tasks { try await task.value }
    #expect(passed.elements == [1, 2, 3])
  }

  @Test("passes the turn of a canceled caller to the next one")
  func canceled() async throws {
    try await semaphore.take()
    let canceled = Task { [semaphore] in try await semaphore.take() }
    try await eventually("one waits") { semaphore.waiting == 1 }
    let next = Task { [semaphore] in try await semaphore.take() }
    try await eventually("two wait") { semaphore.waiting == 2 }
    canceled.cancel()
    await #expect(throws: CancellationError.self) { try await canceled.value }
    #expect(semaphore.waiting == 1)
    semaphore.giveBack()
    try await next.value
    semaphore.giveBack()
    try await semaphore.take()
  }
}
