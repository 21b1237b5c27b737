import Foundation
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitAppleMusic
@testable import PlayerKitServices

@Suite("The renewal of tokens", .tags(.pure))
struct TokenRefresherStateMachineTests {
  typealias Machine = TokenRefresherStateMachine<DeveloperToken, Int>

  var machine = Machine(
    settings: .init(leeway: .seconds(600), firstPause: .seconds(1), longestPause: .seconds(300))
  )

  private func at(_ seconds: Double) -> Machine.Moment {
    .init(uptime: .seconds(seconds), date: ManualClock.dateOfOrigin + seconds)
  }

  private let failure = CatalogError(.unreachable, "down")

  /// An answer in short form.
  private mutating func need(at seconds: Double, flight: Int = 0) -> String {
    switch machine.need(at: at(seconds), flight: flight) {
    case .use(let token): "use \(mark(token))"
    case .useAndFetch(let token, let flight): "use \(mark(token)), fetch \(flight)"
    case .wait(let flight): "wait \(flight)"
    case .fetch(let flight): "fetch \(flight)"
    case .fail(let error): "fail \(error.code.rawValue)"
    }
  }

  private func mark(_ token: DeveloperToken) -> Int {
    Int(token.issuedAt.timeIntervalSince(ManualClock.dateOfOrigin))
  }

  @discardableResult
  private mutating func fetched(
    issued: TimeInterval,
    lifetime: TimeInterval = 3600,
    at seconds: Double
  ) throws -> CatalogError.Code? {
    let token = try SampleToken.make(issued: issued, lifetime: lifetime)
    switch machine.fetched(.success(token), at: at(seconds)) {
    case .success: return nil
    case .failure(let error): return error.code
    }
  }

  private mutating func fails(_ error: CatalogError? = nil, at seconds: Double) {
    _ = machine.fetched(.failure(error ?? failure), at: at(seconds))
  }

  private mutating func refused(issued: TimeInterval, at seconds: Double) throws {
    machine.refused(try SampleToken.make(issued: issued), at: at(seconds))
  }

  @Test("makes later callers wait for a fetch in progress")
  mutating func waits() throws {
    #expect(need(at: 0, flight: 1) == "fetch 1")
    #expect(need(at: 0, flight: 2) == "wait 1")
    #expect(try fetched(issued: 0, at: 1) == nil)
    #expect(need(at: 1) == "use 0")
  }

  @Test("begins early, and delays no caller while the old token is valid")
  mutating func renewsInTime() throws {
    _ = need(at: 0)
    try fetched(issued: 0, at: 0)
    #expect(need(at: 2999) == "use 0")
    #expect(need(at: 3000, flight: 7) == "use 0, fetch 7")
    #expect(need(at: 3001) == "use 0")
    try fetched(issued: 3001, at: 3002)
    #expect(need(at: 3003) == "use 3001")
  }

  @Test("that fails leaves the old token in use until it expires, with growing pauses")
  mutating func survivesFailure() throws {
    _ = need(at: 0)
    try fetched(issued: 0, at: 0)
    #expect(need(at: 3000, flight: 1) == "use 0, fetch 1")
    fails(at: 3000)
    #expect(need(at: 3000.9) == "use 0")
    #expect(need(at: 3001, flight: 2) == "use 0, fetch 2")
    fails(at: 3001)
    #expect(need(at: 3002.9) == "use 0")
    #expect(need(at: 3003, flight: 3) == "use 0, fetch 3")
    #expect(need(at: 3600, flight: 4) == "wait 3")
    fails(at: 3600)
    #expect(need(at: 3601) == "fail unreachable")
    #expect(need(at: 3604, flight: 5) == "fetch 5")
  }

  @Test("pauses no longer than its limit, and restarts after a success")
  mutating func pausesAreBounded() throws {
    var now = 0.0
    for _ in 1...100 {
      #expect(need(at: now, flight: 1) == "fetch 1")
      fails(at: now)
      now += 300
    }
    #expect(need(at: now, flight: 1) == "fetch 1")
    try fetched(issued: now, lifetime: 10, at: now)
    #expect(need(at: now + 10, flight: 2) == "fetch 2")
    fails(at: now + 10)
    #expect(need(at: now + 10.5) == "fail unreachable")
    #expect(need(at: now + 11, flight: 3) == "fetch 3")
  }

  @Test("waits as long as the server asks, within its limit")
  mutating func heedsRetryAfter() {
    _ = need(at: 0)
    fails(CatalogError(.rateLimited, "slowly", retryAfter: .seconds(60)), at: 0)
    #expect(need(at: 59) == "fail rateLimited")
    #expect(need(at: 60, flight: 1) == "fetch 1")
    fails(CatalogError(.rateLimited, "slowly", retryAfter: .seconds(1_000_000_000)), at: 60)
    #expect(need(at: 359) == "fail rateLimited")
    #expect(need(at: 360, flight: 2) == "fetch 2")
  }

  @Test("does not run for every call if tokens have short lifetimes")
  mutating func sparesServerOfShortTokens() throws {
    _ = need(at: 0)
    try fetched(issued: 0, lifetime: 300, at: 0)
    #expect(need(at: 0.5) == "use 0")
    #expect(need(at: 1, flight: 1) == "use 0, fetch 1")
  }

  @Test("treats an expired token as a failure")
  mutating func refusesExpired() throws {
    _ = need(at: 5000)
    #expect(try fetched(issued: 0, at: 5000) == .invalidCredential)
    #expect(need(at: 5000) == "fail invalidCredential")
  }

  @Test("follows a refusal at once, and a refusal that is reported a hundred times only once")
  mutating func renewsAfterRefusal() throws {
    _ = need(at: 0)
    try fetched(issued: 0, at: 0)
    for _ in 1...100 { try refused(issued: 0, at: 10) }
    #expect(need(at: 10, flight: 1) == "fetch 1")
    for _ in 1...100 { try refused(issued: 0, at: 10) }
    try fetched(issued: 10, at: 11)
    try refused(issued: 0, at: 12)
    #expect(need(at: 12) == "use 10")
  }

  @Test("treats the refused token as a failure if it is returned again")
  mutating func refusesRefused() throws {
    _ = need(at: 0)
    try fetched(issued: 0, at: 0)
    try refused(issued: 0, at: 10)
    _ = need(at: 10)
    #expect(try fetched(issued: 0, at: 10) == .unauthorized)
    #expect(need(at: 10.9) == "fail unauthorized")
    #expect(need(at: 11, flight: 1) == "fetch 1")
  }

  @Test("slows down if every new token is refused, and recovers")
  mutating func slowsDownAfterRefusals() throws {
    _ = need(at: 0)
    try fetched(issued: 0, at: 0)
    try refused(issued: 0, at: 1)
    #expect(need(at: 1, flight: 1) == "fetch 1")
    try fetched(issued: 1, at: 1)
    try refused(issued: 1, at: 1)
    #expect(need(at: 1.9) == "fail unauthorized")
    #expect(need(at: 2, flight: 2) == "fetch 2")
    try fetched(issued: 2, at: 2)
    try refused(issued: 2, at: 2)
    #expect(need(at: 3.9) == "fail unauthorized")
    #expect(need(at: 4, flight: 3) == "fetch 3")
    try fetched(issued: 4, at: 4)
    try refused(issued: 4, at: 304)
    #expect(need(at: 304, flight: 4) == "fetch 4")
  }
}
