import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("Batches of lookups", .tags(.pure))
struct LookupStateMachineTests {
  typealias Machine = LookupStateMachine<String, Int>

  var machine = Machine(batchSize: 3, splitLimit: 2)
  private let failure = CatalogError(.badRequest, "bad")

  @discardableResult
  private mutating func ask(_ key: String, _ waiter: Int) -> String {
    let (opened, full) = machine.ask(key, by: waiter)
    let word = opened.map { "opened \($0)" } ?? "joined"
    return full.map { "\(word), sent \($0.id) \($0.keys)" } ?? word
  }

  private mutating func answered(_ id: Int, _ values: [String: Int]) -> [Int: String] {
    shown(machine.answered(id, values: values) { CatalogError(.notFound, $0) })
  }

  private func shown(_ outcomes: [Machine.Outcome]) -> [Int: String] {
    Dictionary(
      uniqueKeysWithValues: outcomes.map { outcome in
        switch outcome.result {
        case .success(let value): (outcome.waiter, "\(value)")
        case .failure(let error): (outcome.waiter, (error as? CatalogError)?.message ?? "?")
        }
      }
    )
  }

  private mutating func failed(_ id: Int, oneKey: Bool = true) -> ([Int: String], [[String]]) {
    let (outcomes, halves) = machine.failed(id, with: failure, mayBeOneKey: oneKey)
    return (shown(outcomes), halves.map(\.keys))
  }

  private mutating func left(_ waiter: Int) -> Int? { machine.left(waiter) }

  @Test("are sent when their window has passed, with equal keys once")
  mutating func windowPasses() {
    #expect(ask("a", 1) == "opened 1")
    #expect(ask("b", 2) == "joined")
    #expect(ask("a", 3) == "joined")
    #expect(machine.windowPassed(7) == nil)
    #expect(machine.windowPassed(1)?.keys == ["a", "b"])
    #expect(machine.windowPassed(1) == nil)
    #expect(answered(1, ["a": 10, "x": 99]) == [1: "10", 2: "b", 3: "10"])
    #expect(answered(1, ["a": 10]).isEmpty)
  }

  @Test("are sent at once when they are full, and the next lookup opens another")
  mutating func fills() {
    ask("a", 1)
    ask("b", 2)
    #expect(ask("c", 3) == #"joined, sent 1 ["a", "b", "c"]"#)
    #expect(machine.windowPassed(1) == nil)
    #expect(ask("d", 4) == "opened 2")
  }

  @Test("accept callers of a key in progress, until it is answered")
  mutating func joinsFlight() {
    ask("a", 1)
    _ = machine.windowPassed(1)
    #expect(ask("a", 2) == "joined")
    #expect(machine.gatheredCount == 0)
    #expect(answered(1, ["a": 1]) == [1: "1", 2: "1"])
    #expect(ask("a", 3) == "opened 2")
  }

  @Test("of one key need no window")
  mutating func singles() {
    machine = Machine(batchSize: 0, splitLimit: -1)
    #expect(ask("a", 1) == #"joined, sent 1 ["a"]"#)
  }

  @Test("drop a key without callers, and end if it was the last")
  mutating func leavesGathering() {
    ask("a", 1)
    ask("b", 2)
    ask("b", 3)
    #expect(left(1) == nil)
    #expect(left(2) == nil)
    #expect(left(2) == nil)
    #expect(machine.gatheredCount == 1)
    #expect(left(3) == 1)
    #expect(machine.windowPassed(1) == nil)
    #expect(ask("b", 4) == "opened 2")
    #expect(machine.windowPassed(2)?.keys == ["b"])
  }

  @Test("in progress are abandoned when the last caller has left, not before")
  mutating func leavesFlight() {
    ask("a", 1)
    ask("b", 2)
    _ = machine.windowPassed(1)
    #expect(left(1) == nil)
    #expect(ask("a", 3) == "joined")
    #expect(left(2) == nil)
    #expect(left(3) == 1)
    #expect(!machine.isFlying(1))
    #expect(answered(1, ["a": 1]).isEmpty)
    #expect(failed(1) == ([:], []))
    #expect(ask("a", 4) == "opened 2")
  }

  @Test("that fail as a whole fail only their callers")
  mutating func fails() {
    ask("a", 1)
    _ = machine.windowPassed(1)
    ask("b", 2)
    _ = machine.windowPassed(2)
    #expect(failed(1, oneKey: false) == ([1: "bad"], []))
    #expect(answered(2, ["b": 2]) == [2: "2"])
  }

  @Test("that fail because of one key are halved until it is alone")
  mutating func splits() {
    for (waiter, key) in ["a", "b", "c"].enumerated() { ask(key, waiter) }
    #expect(failed(1) == ([:], [["a"], ["b", "c"]]))
    #expect(ask("c", 9) == "joined")
    #expect(answered(2, ["a": 1]) == [0: "1"])
    #expect(failed(3) == ([:], [["b"], ["c"]]))
    #expect(failed(4) == ([1: "bad"], []))
    #expect(answered(5, ["c": 3]) == [2: "3", 9: "3"])
  }

  @Test("are not halved beyond the limit that the halves share, each batch separately")
  mutating func boundsSplits() {
    machine = Machine(batchSize: 8, splitLimit: 2)
    for (waiter, key) in "abcdefgh".enumerated() { ask(String(key), waiter) }
    #expect(failed(1).1 == [["a", "b", "c", "d"], ["e", "f", "g", "h"]])
    #expect(failed(2).1 == [["a", "b"], ["c", "d"]])
    #expect(failed(3) == ([4: "bad", 5: "bad", 6: "bad", 7: "bad"], []))
    #expect(failed(4) == ([0: "bad", 1: "bad"], []))
    #expect(answered(5, ["c": 1]) == [2: "1", 3: "d"])
    for (waiter, key) in "abcdefgh".enumerated() { ask(String(key), 100 + waiter) }
    #expect(failed(6).1.count == 2)
  }

  @Test("omit keys without callers from their halves")
  mutating func splitsWanted() {
    for (waiter, key) in ["a", "b", "c"].enumerated() { ask(key, waiter) }
    #expect(left(1) == nil)
    #expect(failed(1).1 == [["a"], ["c"]])
    #expect(ask("b", 7) == "opened 4")
    #expect(left(0) == 2)
    #expect(left(2) == 3)
  }
}
