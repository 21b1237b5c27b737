import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Concurrent equal calls", .tags(.local), .timeLimit(.minutes(3)))
struct SingleFlightTests {
  private let held = HeldTransport()
  private let transport: SingleFlightTransport

  init() {
    transport = SingleFlightTransport(held)
  }

  /// Makes calls that have joined their flights.
  private func start(_ calls: [HTTPTransportRequest]) async throws -> [Task<
    HTTPTransportResponse, any Error
  >] {
    var tasks: [Task<HTTPTransportResponse, any Error>] = []
    for call in calls {
      let count = transport.waiting
      tasks.append(Task { [transport] in try await transport.send(call) })
      try await eventually("it has joined") { transport.waiting == count + 1 }
    }
    return tasks
  }

  @Test("Equal calls become one request, and a later one is another")
  func join() async throws {
    let tasks = try await start([.get(), .get(), .get()])
    try await held.sent.wait(for: "one is sent") { $0.count == 1 }
    held.answer(.success(.status(200, "same")))
    for task in tasks { #expect(try await task.value.body == Data("same".utf8)) }
    #expect(held.calls.count == 1)
    let later = try await start([.get()])
    try await held.sent.wait(for: "another is sent") { $0.count == 2 }
    held.answer(.success(.status(200)))
    _ = try await later[0].value
  }

  @Test("Calls with any difference stay separate")
  func apart() async throws {
    var short = HTTPTransportRequest.get()
    short.timeout = .seconds(1)
    let calls: [HTTPTransportRequest] = [
      .get(), .get("/a?b"), .get(method: .head), .get(fields: [.authorization: "a"]),
      .get(fields: [.authorization: "b"]), .get(fields: [.acceptLanguage: "de"]), short,
    ]
    let tasks = try await start(calls)
    try await held.sent.wait(for: "all are sent") { $0.count == calls.count }
    held.answer(.success(.status(200)))
    for task in tasks { _ = try await task.value }
  }

  @Test("POSTs are never joined")
  func post() async throws {
    let tasks = (0..<2).map { _ in
      Task { [transport] in try await transport.send(.get(method: .post)) }
    }
    try await held.sent.wait(for: "both are sent") { $0.count == 2 }
    held.answer(.success(.status(200)))
    for task in tasks { _ = try await task.value }
  }

  @Test("All callers get the one error")
  func error() async throws {
    let tasks = try await start([.get(), .get()])
    try await held.sent.wait(for: "one is sent") { $0.count == 1 }
    held.answer(.failure(CatalogError(.timedOut, "late")))
    for task in tasks {
      let error = await catalogError { try await task.value }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("A cancelled caller leaves at once, and the others stay")
  func oneLeaves() async throws {
    let tasks = try await start([.get(), .get()])
    try await held.sent.wait(for: "one is sent") { $0.count == 1 }
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(held.cancelled == 0)
    held.answer(.success(.status(200)))
    _ = try await tasks[1].value
  }

  @Test("When all have left the request is cancelled, and the next call makes a new one")
  func allLeave() async throws {
    let tasks = try await start([.get(), .get()])
    try await held.sent.wait(for: "one is sent") { $0.count == 1 }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    try await eventually("the request is cancelled") { held.cancelled == 1 }
    let next = try await start([.get()])
    try await held.sent.wait(for: "a new one is sent") { $0.count == 2 }
    // The old one still finishes, without effect.
    held.answerFirst(.success(.status(500)))
    held.answer(.success(.status(200)))
    #expect(try await next[0].value.response.status == .ok)
    #expect(transport.waiting == 0)
  }

  @Test("Many callers that join and leave get answers, and leave nothing behind")
  func crowd() async throws {
    let stub = StubTransport { _ in
      await Task.yield()
      return .status(200)
    }
    let transport = SingleFlightTransport(stub)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<300 {
        group.addTask {
          let call = Task { try await transport.send(.get("/\(index % 5)")) }
          if index % 3 == 0 { call.cancel() }
          do { _ = try await call.value } catch is CancellationError {}
        }
      }
      try await group.waitForAll()
    }
    #expect(transport.waiting == 0)
  }
}
