import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("The rate limiter's state machine", .tags(.pure))
struct RateLimiterStateMachineTests {
  private static func machine(
    interval: Duration = .seconds(3),
    burst: Int = 2,
    maximumWait: Duration = .seconds(100),
    longestPause: Duration = .seconds(200),
    longestRequestedPause: Duration = .seconds(1000),
    maximumAtOnce: Int? = nil
  ) -> RateLimiterStateMachine {
    RateLimiterStateMachine(
      RateLimit(
        interval: interval,
        burst: burst,
        maximumAtOnce: maximumAtOnce,
        firstPause: .seconds(60),
        longestPause: longestPause,
        longestRequestedPause: longestRequestedPause,
        maximumWait: maximumWait
      )
    )
  }

  private static func admitted(_ actions: [RateLimiterStateMachine.Action]) -> [Int] {
    actions.compactMap { if case .admit(let number, _) = $0 { number } else { nil } }
  }

  private static func refused(_ actions: [RateLimiterStateMachine.Action]) -> [Int: Duration] {
    var refused: [Int: Duration] = [:]
    for case .refuse(let number, let wait) in actions { refused[number] = wait }
    return refused
  }

  private static func pass(
    _ machine: inout RateLimiterStateMachine,
    at now: Duration
  ) throws -> RateLimiterStateMachine.Pass {
    let action = try #require(machine.enter(0, now: now).first)
    guard case .admit(_, let pass) = action else { throw NeverHappened(what: "\(action)") }
    return pass
  }

  @Test("A burst is sent at once, then one call per interval, in order")
  func bucket() {
    var machine = Self.machine()
    let first = (1...5).flatMap { machine.enter($0, now: .zero) }
    #expect(Self.admitted(first) == [1, 2])
    #expect(machine.nextTurn == .seconds(3))
    #expect(machine.advance(now: .seconds(2.9)).isEmpty)
    #expect(Self.admitted(machine.advance(now: .seconds(3))) == [3])
    #expect(machine.nextTurn == .seconds(6))
    // A late caller wakes all that are due.
    #expect(Self.admitted(machine.advance(now: .seconds(9))) == [4, 5])
    #expect(machine.nextTurn == nil)
  }

  @Test("Idle time fills the bucket, but not above the burst")
  func refill() {
    var machine = Self.machine()
    _ = machine.enter(1, now: .zero)
    _ = machine.enter(2, now: .zero)
    let later = (3...6).flatMap { machine.enter($0, now: .seconds(1000)) }
    #expect(Self.admitted(later) == [3, 4])
  }

  @Test("No call overtakes a waiting one")
  func order() {
    var machine = Self.machine(burst: 1)
    _ = machine.enter(1, now: .zero)
    _ = machine.enter(2, now: .zero)
    // It is 2's turn, though 2 is not awake yet.
    #expect(machine.enter(3, now: .seconds(4)).isEmpty)
    #expect(Self.admitted(machine.advance(now: .seconds(4))) == [2])
  }

  @Test("A caller that leaves gives its turn to the next")
  func leaving() {
    var machine = Self.machine(burst: 1)
    for number in 1...3 { _ = machine.enter(number, now: .zero) }
    machine.leave(2)
    machine.leave(17)
    #expect(Self.admitted(machine.advance(now: .seconds(3))) == [3])
    #expect(machine.nextTurn == nil)
  }

  @Test("A caller that would wait too long is refused at once, with the delay")
  func maximumWait() {
    var machine = Self.machine(burst: 1, maximumWait: .seconds(6))
    let actions = (1...4).flatMap { machine.enter($0, now: .zero) }
    #expect(Self.admitted(actions) == [1])
    #expect(Self.refused(actions) == [4: .seconds(9)])
  }

  @Test("An interval of zero is no limit")
  func unlimited() {
    var machine = Self.machine(interval: .zero)
    let actions = (1...100).flatMap { machine.enter($0, now: .zero) }
    #expect(Self.admitted(actions).count == 100)
  }

  @Test("A refusal pauses all calls, each time twice as long, up to the maximum")
  func pauses() throws {
    var machine = Self.machine(maximumWait: .seconds(10))
    var now = Duration.zero
    for length in [60, 120, 200, 200] {
      let pass = try Self.pass(&machine, at: now)
      let (pause, _) = machine.throttled(pass, asked: nil, now: now)
      #expect(pause == .seconds(length))
      #expect(Self.refused(machine.enter(9, now: now)) == [9: pause])
      now += pause
    }
  }

  @Test("A success after the pause makes pauses short again, and one from before does not")
  func reset() throws {
    var machine = Self.machine()
    let early = try Self.pass(&machine, at: .zero)
    let throttled = try Self.pass(&machine, at: .zero)
    _ = machine.throttled(throttled, asked: nil, now: .zero)
    machine.served(early)
    let second = try Self.pass(&machine, at: .seconds(60))
    #expect(machine.throttled(second, asked: nil, now: .seconds(60)).pause == .seconds(120))
    let third = try Self.pass(&machine, at: .seconds(180))
    machine.served(third)
    #expect(machine.throttled(third, asked: nil, now: .seconds(180)).pause == .seconds(60))
  }

  @Test("Calls that are refused together double the pause once")
  func together() throws {
    var machine = Self.machine()
    let a = try Self.pass(&machine, at: .zero)
    let b = try Self.pass(&machine, at: .zero)
    #expect(machine.throttled(a, asked: nil, now: .seconds(1)).pause == .seconds(60))
    #expect(machine.throttled(b, asked: nil, now: .seconds(2)).pause == .seconds(59))
    let next = try Self.pass(&machine, at: .seconds(61))
    #expect(machine.throttled(next, asked: nil, now: .seconds(61)).pause == .seconds(120))
  }

  @Test("The delay that the service requests counts if it is longer")
  func asked() throws {
    var machine = Self.machine()
    let a = try Self.pass(&machine, at: .zero)
    let b = try Self.pass(&machine, at: .zero)
    #expect(machine.throttled(a, asked: .seconds(5), now: .zero).pause == .seconds(60))
    #expect(machine.throttled(b, asked: .seconds(900), now: .zero).pause == .seconds(900))
  }

  @Test("After a pause one call is sent first, not a burst")
  func probe() throws {
    var machine = Self.machine(burst: 2)
    let pass = try Self.pass(&machine, at: .zero)
    for number in 1...4 { _ = machine.enter(number, now: .zero) }
    _ = machine.throttled(pass, asked: nil, now: .zero)
    #expect(machine.nextTurn == .seconds(60))
    #expect(Self.admitted(machine.advance(now: .seconds(60))) == [2])
    #expect(machine.nextTurn == .seconds(63))
  }

  @Test("A pause refuses exactly the waiting calls that can't wait for its end")
  func pauseAndLine() throws {
    var machine = Self.machine(burst: 1, maximumWait: .seconds(61))
    let pass = try Self.pass(&machine, at: .zero)
    for number in 1...3 { _ = machine.enter(number, now: .zero) }
    let (_, actions) = machine.throttled(pass, asked: nil, now: .zero)
    #expect(Self.refused(actions) == [2: .seconds(63), 3: .seconds(63)])
    #expect(Self.admitted(machine.advance(now: .seconds(60))) == [1])
  }

  @Test("With one call at a time, the next is sent when the last is over and its turn has come")
  func oneAtOnce() {
    var machine = Self.machine(burst: 2, maximumWait: .seconds(20), maximumAtOnce: 1)
    #expect(Self.admitted((1...3).flatMap { machine.enter($0, now: .zero) }) == [1])
    #expect(machine.advance(now: .seconds(10)).isEmpty)
    #expect(Self.admitted(machine.finished(now: .seconds(10))) == [2])
    #expect(machine.finished(now: .seconds(11)).isEmpty == false)
    #expect(Self.admitted(machine.finished(now: .seconds(12))).isEmpty)
    // It was the last, so the next one is sent at once.
    #expect(Self.admitted(machine.enter(4, now: .seconds(30))) == [4])
  }

  @Test("With one call at a time, a call that waited too long is refused during the other one")
  func tooLongUnderWay() {
    var machine = Self.machine(burst: 1, maximumWait: .seconds(20), maximumAtOnce: 1)
    #expect(Self.admitted((1...2).flatMap { machine.enter($0, now: .zero) }) == [1])
    #expect(machine.nextTurn == .seconds(20))
    #expect(machine.advance(now: .seconds(19)).isEmpty)
    #expect(Self.refused(machine.advance(now: .seconds(20))) == [2: .seconds(3)])
    #expect(machine.nextTurn == nil)
    #expect(machine.finished(now: .seconds(21)).isEmpty)
    #expect(Self.admitted(machine.enter(3, now: .seconds(21))) == [3])
  }

  @Test("Absurd settings do not trap")
  func absurd() throws {
    let endless = Duration.seconds(Int64.max)
    var machine = RateLimiterStateMachine(
      RateLimit(
        interval: endless,
        burst: .max,
        firstPause: endless,
        longestPause: endless,
        longestRequestedPause: endless,
        maximumWait: endless
      )
    )
    for now in 0..<3 {
      let pass = try Self.pass(&machine, at: .seconds(now))
      _ = machine.throttled(pass, asked: endless, now: .seconds(now))
      machine = Self.machine(interval: .seconds(-1), burst: .min, maximumWait: .seconds(-1))
    }
  }
}
