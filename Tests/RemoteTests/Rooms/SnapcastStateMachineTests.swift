import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("The state machine of a snapserver's client", .tags(.pure))
struct SnapcastStateMachineTests {
  typealias Machine = SnapcastStateMachine

  private let first = Machine.Attempt(number: 1)
  private let second = Machine.Attempt(number: 2)
  private let refused = SnapcastError(.unreachable, "refused")

  private func answer(_ number: RequestNumber, _ result: String) -> [UInt8] {
    Array(#"{"id":\#(number.value),"jsonrpc":"2.0","result":\#(result)}"#.utf8)
  }

  private let empty = #"{"server":{"groups":[],"streams":[]}}"#

  /// A machine that is connected and knows the status.
  private func connected() -> Machine {
    var machine = Machine()
    _ = machine.listen()
    _ = machine.opened(first)
    _ = machine.received(answer(RequestNumber(value: 1), empty), first)
    return machine
  }

  @Test("the first request connects, and is sent after the request for the status")
  func firstRequest() {
    var machine = Machine()
    let number = machine.nextNumber()
    let request = RPCRequest("Group.SetMute", ["id": "g"])
    #expect(machine.ask(number, request) == [.open(first)])
    let own = RequestNumber(value: 2)
    #expect(
      machine.opened(first) == [
        .send(first, RPCRequest.status.line(own)), .send(first, request.line(number)),
      ]
    )
    let line = answer(number, "{}")
    #expect(machine.received(line, first) == [.answer(number, .success(line))])
    #expect(machine.received(answer(own, empty), first) == [.tell(.status(SnapcastStatus()))])
  }

  @Test("a connection is wanted only from its attempt until it is open, lost, or closed")
  func wantedConnection() {
    var machine = Machine()
    #expect(!machine.isConnecting(first))
    _ = machine.listen()
    #expect(machine.isConnecting(first) && !machine.isConnecting(second))
    var closed = machine
    _ = closed.close()
    #expect(!closed.isConnecting(first))
    var lost = machine
    _ = lost.lost(first, refused)
    #expect(!lost.isConnecting(first))
    _ = machine.opened(first)
    #expect(!machine.isConnecting(first))
  }

  @Test("a request fails with the error of its one attempt, and the next one tries at once")
  func refusedRequest() {
    var machine = Machine()
    let number = machine.nextNumber()
    _ = machine.ask(number, .status)
    #expect(
      machine.lost(first, refused) == [
        .wake(first, after: .milliseconds(250)), .answer(number, .failure(refused)),
        .tell(.disconnected(refused)),
      ]
    )
    #expect(machine.ask(machine.nextNumber(), .status) == [.open(second)])
    #expect(machine.retry(first).isEmpty)
  }

  @Test("pauses grow to 15 s, and restart after a status")
  func pauses() {
    var machine = Machine()
    _ = machine.listen()
    var pauses: [Duration] = []
    for number in 1...9 {
      let attempt = Machine.Attempt(number: number)
      for case .wake(_, let pause) in machine.lost(attempt, refused) { pauses.append(pause) }
      #expect(machine.retry(attempt) == [.open(Machine.Attempt(number: number + 1))])
    }
    let beginning: [Duration] = [250, 500, 1_000, 2_000].map { .milliseconds($0) }
    #expect(Array(pauses.prefix(4)) == beginning)
    #expect(pauses.suffix(3).allSatisfy { $0 == .seconds(15) })
    let last = Machine.Attempt(number: 10)
    _ = machine.opened(last)
    _ = machine.received(answer(RequestNumber(value: 1), empty), last)
    #expect(machine.lost(last, refused).first == .wake(last, after: .milliseconds(250)))
  }

  @Test("a server that accepts connections and sends nothing is not asked ever faster")
  func silentServer() {
    var machine = Machine()
    _ = machine.listen()
    _ = machine.opened(first)
    _ = machine.lost(first, refused)
    _ = machine.retry(first)
    _ = machine.opened(second)
    #expect(machine.lost(second, refused).first == .wake(second, after: .milliseconds(500)))
  }

  @Test("without a listener a lost connection is not restored")
  func noListener() {
    var machine = connected()
    machine.endListening()
    _ = machine.lost(first, refused)
    #expect(machine.retry(first).isEmpty)
    #expect(machine.state == .idle)
  }

  @Test("an older connection's messages change nothing")
  func oldAttempt() {
    var machine = connected()
    _ = machine.lost(first, refused)
    _ = machine.retry(first)
    _ = machine.opened(second)
    let before = machine.state
    let note = #"{"jsonrpc":"2.0","method":"Group.OnMute","params":{"id":"g","mute":true}}"#
    #expect(machine.received(Array(note.utf8), first).isEmpty)
    #expect(machine.opened(first).isEmpty)
    #expect(machine.lost(first, refused).isEmpty)
    #expect(machine.state == before)
  }

  @Test("answers to unknown and abandoned requests change nothing")
  func strayAnswers() {
    var machine = connected()
    #expect(machine.received(answer(RequestNumber(value: 99), "{}"), first).isEmpty)
    let number = machine.nextNumber()
    _ = machine.ask(number, .status)
    let late = SnapcastError(.timedOut, "late")
    #expect(machine.giveUp(number, late) == [.answer(number, .failure(late))])
    #expect(machine.giveUp(number, late).isEmpty)
    #expect(machine.received(answer(number, empty), first).isEmpty)
  }

  @Test(
    "another kind of server is disconnected",
    arguments: ["HTTP/1.1 400 Bad Request", "{}", "[1", #"{"id":1}"#, "\u{0}\u{1}", "null", "7"]
  )
  func nonsense(line: String) {
    var machine = connected()
    let actions = machine.received(Array(line.utf8), first)
    #expect(actions.first == .close(first))
    guard case .tell(.disconnected(let error)) = actions.last else {
      Issue.record("\(actions)")
      return
    }
    #expect(error.code == .invalidResponse)
  }

  @Test("a malformed status ends the connection")
  func wrongStatus() {
    var machine = Machine()
    _ = machine.listen()
    _ = machine.opened(first)
    let actions = machine.received(answer(RequestNumber(value: 1), #"{"server":7}"#), first)
    #expect(actions.first == .close(first))
  }

  @Test("at most 256 requests wait, connected or not", arguments: [true, false])
  func busy(isConnected: Bool) {
    var machine = isConnected ? connected() : Machine()
    for _ in 0..<256 { _ = machine.ask(machine.nextNumber(), .status) }
    let number = machine.nextNumber()
    guard case .answer(number, .failure(let error)) = machine.ask(number, .status).first else {
      Issue.record("it was accepted")
      return
    }
    #expect(error.code == .busy)
  }

  @Test("closing answers all waiting requests once, and all later ones")
  func closing() {
    var machine = connected()
    let numbers = (0..<3).map { _ in machine.nextNumber() }
    for number in numbers { _ = machine.ask(number, .status) }
    let closed = machine.close()
    #expect(closed.count == 4)
    #expect(closed.first == .close(first))
    #expect(machine.close().isEmpty)
    #expect(machine.lost(first, refused).isEmpty)
    let late = machine.nextNumber()
    guard case .answer(late, .failure(let error)) = machine.ask(late, .status).first else {
      Issue.record("it was accepted")
      return
    }
    #expect(error.code == .closed)
    #expect(machine.listen().isEmpty)
  }

  @Test("a new listener gets the status, and one that missed events gets it again")
  func listening() {
    var machine = connected()
    let asked = machine.listen()
    #expect(asked == [.send(first, RPCRequest.status.line(RequestNumber(value: 2)))])
    #expect(machine.statusWanted().isEmpty)
    _ = machine.received(answer(RequestNumber(value: 2), empty), first)
    #expect(machine.statusWanted().count == 1)
  }
}
