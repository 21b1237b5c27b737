import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The collector of lookups", .tags(.local))
struct BatchLoaderTests {
  typealias Collector = BatchLoader<String, String>

  let clock = ManualClock()

  /// A collector over a service that has every id except those that begin with `lost`. It refuses a
  /// request that contains an id that begins with `bad`.
  private func songs(batchSize: Int = 300) -> (Collector, StubTransport) {
    let transport = StubTransport { call in
      let ids = call.request.path?.split(separator: "=").last?.split(separator: ",") ?? []
      guard !ids.contains(where: { $0.hasPrefix("bad") }) else {
        throw CatalogError(.badRequest, "Invalid id", httpStatus: 400)
      }
      let found = ids.filter { !$0.hasPrefix("lost") }.map { #""\#($0)":"song \#($0)""# }
      return .text("{\(found.joined(separator: ","))}")
    }
    let collector = Collector(
      batchSize: batchSize,
      service: CatalogService(rawValue: "appleMusic"),
      clock: clock
    ) { ids in
      let path = "/v1/catalog/us/songs?ids=" + ids.joined(separator: ",")
      let request = HTTPRequest(
        method: .get,
        scheme: "https",
        authority: "a.example",
        path: path
      )
      let reply = try await transport.send(HTTPTransportRequest(request))
      return try JSONDecoder().decode([String: String].self, from: reply.body)
    }
    return (collector, transport)
  }

  /// Looks up `ids` concurrently, lets the window pass when all have asked, and returns each
  /// result.
  ///
  /// - Parameters:
  ///   - gathered: How many keys wait for the window then.
  ///   - callers: How many lookups wait then. `nil` if requests that were full may already be
  /// answered.
  private func lookUp(
    _ ids: [String],
    in collector: Collector,
    gathered: Int,
    callers: Int? = nil
  ) async throws -> [[String]] {
    try await withThrowingTaskGroup(of: [String].self) { group in
      for id in ids {
        group.addTask {
          do {
            return [id, try await collector.value(for: id)]
          } catch {
            return [id, (error as? CatalogError)?.code.rawValue ?? "\(error)"]
          }
        }
      }
      try await eventually("the last batch") {
        collector.gatheredCount == gathered && collector.callerCount >= callers ?? 0
      }
      // A full request may still have its timer, so the relevant timer may come later.
      try await eventually("the last request") {
        if clock.nextDeadline != nil { clock.advance(by: .milliseconds(5)) }
        return collector.gatheredCount == 0
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func passWindow() async throws {
    try await eventually("the window") { clock.nextDeadline != nil }
    clock.advance(by: .milliseconds(5))
  }

  private func ids(of transport: StubTransport) -> [[String]] {
    transport.calls.map { call in
      call.request.path?.split(separator: "=").last?.split(separator: ",").map(String.init) ?? []
    }
  }

  @Test("turns 1,000 concurrent lookups into 4 requests, each with its own answer")
  func collectsThousand() async throws {
    let (collector, transport) = songs()
    let wanted = (0..<1000).map { $0 % 100 == 7 ? "lost\($0)" : "id\($0)" }
    let got = try await lookUp(wanted, in: collector, gathered: 100)
    #expect(transport.calls.count == 4)
    #expect(ids(of: transport).map(\.count).sorted() == [100, 300, 300, 300])
    #expect(Set(ids(of: transport).joined()) == Set(wanted))
    #expect(got.count == 1000)
    for pair in got {
      #expect(pair[1] == (pair[0].hasPrefix("lost") ? "notFound" : "song \(pair[0])"))
    }
  }

  @Test("waits for its window, by default 5 ms")
  func waitsForWindow() async throws {
    let (collector, transport) = songs()
    let song = Task { try await collector.value(for: "1") }
    try await eventually("the window") { clock.nextDeadline != nil }
    #expect(clock.nextDeadline?.sinceOrigin == .milliseconds(5))
    clock.advance(by: .microseconds(4999))
    #expect(transport.calls.isEmpty)
    clock.advance(by: .microseconds(1))
    #expect(try await song.value == "song 1")
  }

  @Test("sends a full request without waiting, and leaves no timer")
  func sendsFull() async throws {
    let (collector, transport) = songs(batchSize: 2)
    async let first = collector.value(for: "1")
    async let second = collector.value(for: "2")
    #expect(try await [first, second] == ["song 1", "song 2"])
    #expect(transport.calls.count == 1)
    try await eventually("the timer's end") { clock.nextDeadline == nil }
  }

  @Test("requests equal keys once")
  func sharesEqualKeys() async throws {
    let (collector, transport) = songs()
    let wanted = (0..<100).map { "\($0 % 4)" }
    let got = try await lookUp(wanted, in: collector, gathered: 4, callers: 100)
    #expect(got.count == 100)
    #expect(got.allSatisfy { $0[1] == "song \($0[0])" })
    #expect(ids(of: transport).map { Set($0) } == [["0", "1", "2", "3"]])
    #expect(ids(of: transport).first?.count == 4)
  }

  @Test("returns the good ids of 300 that contain a bad one, in few requests")
  func survivesBadID() async throws {
    let (collector, transport) = songs()
    let wanted = (0..<300).map { $0 == 123 ? "bad" : "id\($0)" }
    let got = try await withThrowingTaskGroup(of: Bool.self) { group in
      for id in wanted {
        group.addTask {
          do {
            return try await collector.value(for: id) == "song \(id)"
          } catch let error as CatalogError {
            return id == "bad" && error.code == .badRequest
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(got.count == 300 && got.allSatisfy(\.self))
    #expect(transport.calls.count <= 19)
  }

  @Test("ends soon if every id is bad")
  func endsWhereAllAreBad() async throws {
    let (collector, transport) = songs()
    let got = try await lookUp((0..<299).map { "bad\($0)" }, in: collector, gathered: 299)
    #expect(got.allSatisfy { $0[1] == "badRequest" })
    #expect(transport.calls.count == 41)
  }

  @Test("fails only the callers of a failed request")
  func failsOnlyItsCallers() async throws {
    let collector = Collector(batchSize: 1, clock: clock) { ids in
      guard ids != ["2"] else { throw CatalogError(.serverError, "broken") }
      return Dictionary(uniqueKeysWithValues: ids.map { ($0, "song \($0)") })
    }
    async let first = collector.value(for: "1")
    #expect(await codeThrown { _ = try await collector.value(for: "2") } == .serverError)
    #expect(try await first == "song 1")
  }

  static let blame: [(CatalogError, Bool)] = [
    (CatalogError(.badRequest, ""), true),
    (CatalogError(.badRequest, "", details: [.init(code: "40005")]), true),
    (CatalogError(.badRequest, "", details: [.init(parameter: "ids")]), true),
    (CatalogError(.badRequest, "", details: [.init(parameter: "filter[isrc]")]), true),
    (CatalogError(.badRequest, "", details: [.init(parameter: "l")]), false),
    (CatalogError(.unauthorized, ""), false),
    (CatalogError(.serverError, ""), false),
    (CatalogError(.rateLimited, ""), false),
  ]

  @Test("splits a request only if a single id may have caused the failure", arguments: blame)
  func judges(error: CatalogError, isOneKeys: Bool) async throws {
    #expect(Collector.mayBeOneKeysFault(error) == isOneKeys)
    let requests = Recorded<Int>()
    let collector = Collector(batchSize: 2, clock: clock) { ids in
      requests.append(ids.count)
      throw error
    }
    async let first = codeThrown { _ = try await collector.value(for: "1") }
    async let second = codeThrown { _ = try await collector.value(for: "2") }
    #expect(await [first, second] == [error.code, error.code])
    #expect(requests.elements == (isOneKeys ? [2, 1, 1] : [2]))
  }

  @Test("does not send a key that only a cancelled caller wanted")
  func dropsCancelled() async throws {
    let (collector, transport) = songs()
    let impatient = Task { try await collector.value(for: "1") }
    let patient = Task { try await collector.value(for: "2") }
    try await eventually("both") { collector.gatheredCount == 2 }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    #expect(collector.gatheredCount == 1)
    try await passWindow()
    #expect(try await patient.value == "song 2")
    #expect(ids(of: transport) == [["2"]])
  }

  @Test("sends nothing, and leaves no timer, if all callers have left")
  func forgetsAbandonedWindow() async throws {
    let (collector, transport) = songs()
    let impatient = Task { try await collector.value(for: "1") }
    try await eventually("the window") { clock.nextDeadline != nil }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    try await eventually("the timer's end") { clock.nextDeadline == nil }
    clock.advance(by: .seconds(1))
    #expect(transport.calls.isEmpty)
  }

  @Test("cancels a request without waiting callers, and no other one")
  func cancelsAbandonedFetch() async throws {
    let events = Recorded<String>()
    let collector = Collector(batchSize: 1, clock: clock) { ids in
      events.append("asked")
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        events.append("cancelled")
        throw error
      }
      return [:]
    }
    let first = Task { try await collector.value(for: "1") }
    try await events.wait(for: "the fetch") { $0 == ["asked"] }
    let second = Task { try await collector.value(for: "1") }
    for _ in 1...50 { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    try await events.wait(for: "the end of the fetch") { $0.contains("cancelled") }
  }

  @Test("refuses a caller that is already cancelled")
  func refusesCancelled() async {
    let (collector, _) = songs()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await collector.value(for: "1")
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(collector.gatheredCount == 0)
  }

  @Test("releases every caller that is cancelled during its call")
  func leavesWhileAsking() async throws {
    let (collector, transport) = songs()
    for round in 0..<3000 {
      let caller = Task { try await collector.value(for: "1") }
      for _ in 0..<round % 7 { await Task.yield() }
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    #expect(collector.gatheredCount == 0)
    #expect(transport.calls.isEmpty)
  }

  @Test("works with callers that come and go at random", arguments: [1, 2, 3])
  func survivesStorm(round: Int) async throws {
    let collector = BatchLoader<Int, Int>(batchSize: 7, window: .microseconds(100)) { keys in
      await Task.yield()
      guard !keys.contains(13) else { throw CatalogError(.badRequest, "bad") }
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
    }
    let callers = (0..<2000).map { number in
      Task { (number % 50, try await collector.value(for: number % 50)) }
    }
    for number in stride(from: round, to: callers.count, by: 3) { callers[number].cancel() }
    for (number, caller) in callers.enumerated() {
      switch await caller.result {
      case .success(let (key, value)): #expect(key == value && key != 13)
      case .failure(let error as CatalogError):
        #expect(error.code == .badRequest && number % 50 == 13)
      case .failure(let error): #expect(error is CancellationError && number % 3 == round % 3)
      }
    }
    #expect(collector.gatheredCount == 0)
  }
}
