import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("The inspection of all entries", .tags(.local))
struct InspectionWalkTests {
  @Test("reads all local entries once, and then those that are added")
  func goesThroughAll() async throws {
    let names = (0..<600).map { "n\($0)" }
    let stage = try InspectionFixture(names)
    stage.inspector.setPlace(.remote, for: "n300")
    stage.queue.inspection = .all
    stage.queue.inspector = stage.inspector
    try await stage.found(599)
    stage.inspector.setFinding(InspectionFixture.finding("late"), for: "late")
    _ = stage.queue.append([URLTrack(path: "late")])
    try await stage.found(600)
    let inspected = stage.inspector.inspected.elements
    #expect(Set(inspected).count == inspected.count)
    #expect(stage.title("n300") == "n300")
    #expect(stage.title("late") == "Title late")
    try await eventually("nothing is asked") { stage.fixture.clock.nextDeadline == nil }
  }

  @Test("reads nothing outside of the window while a track loads, and everything after it")
  func looksIntoNothing() async throws {
    let stage = try InspectionFixture(["a", "b", "c"])
    for name in ["a", "b"] { stage.inspector.setPlace(nil, for: name) }
    stage.queue.play()
    stage.queue.inspection = .all
    stage.queue.inspector = stage.inspector
    #expect(stage.queue.inspections.current == nil)
    try await stage.advance(.milliseconds(100))
    #expect(try await stage.found(1) == ["c"])
  }

  @Test("returns to an entry that it reached while a track loaded")
  func comesAgainFound() throws {
    var stage = try HandFedQueue(["a", "b", "c"])
    let (now, last) = (stage.now, try #require(stage.machine.queue.last?.id))
    stage.take(stage.machine.setInspection(.all, now: now))
    stage.take(stage.machine.setInspector(FakeInspector(), now: now))
    try stage.answer(.declined)
    try stage.answer(.declined)
    stage.take(stage.machine.play(now: now))
    try stage.walk(to: last)
    #expect(stage.question == nil && stage.walk == nil)
    try stage.load()
    try stage.walk(to: last)
    #expect(stage.asked == ["a", "b", "c"])
  }

  @Test("visits a bounded number of entries in a step, in a queue of 100,000")
  func passesBoundedNumber() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set((0..<100_000).map { URLTrack(path: "\($0)") })
    var walk = InspectionWalk()
    let begins = walk.resume(in: queue)
    #expect(begins)
    var steps = 0
    var most = 0
    while !walk.isDone {
      var asked = 0
      let entry = walk.step(in: queue) { _ in
        asked += 1
        return false
      }
      #expect(entry == nil)
      most = max(most, asked)
      steps += 1
    }
    #expect(most == InspectionWalk.stride)
    #expect(steps == 100_000 / InspectionWalk.stride + 1)
    let goesOn = walk.resume(in: queue)
    #expect(!goesOn)
    _ = queue.append([URLTrack(path: "new")])
    let resumes = walk.resume(in: queue)
    let found = walk.step(in: queue) { _ in true }
    #expect(resumes && found == queue.last?.id)
  }

  @Test("finds the entries of a queue that replaces another one")
  func findsEntriesQueue() async throws {
    let stage = try InspectionFixture(["a", "b"])
    stage.queue.inspection = .all
    stage.queue.inspector = stage.inspector
    try await stage.found(2)
    var other = PlayQueue(seed: 2)
    try other.set((0..<5).map { URLTrack(path: "o\($0)") })
    for name in 0..<5 {
      stage.inspector.setFinding(InspectionFixture.finding("o\(name)"), for: "o\(name)")
    }
    try stage.queue.edit { (queue) throws(QueueError) in queue = other }
    try await stage.found(7)
  }
}
