import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("The inspection of entries", .tags(.local))
struct InspectionTests {
  @Test("reads the current entry and then the next, and reports each once")
  func findsOutAbout() async throws {
    let stage = try InspectionFixture()
    stage.queue.inspector = stage.inspector
    #expect(try await stage.found(2) == ["a", "b"])
    #expect(stage.inspector.inspected.elements == ["a", "b"])
    #expect(stage.title("a") == "Title a")
    #expect(stage.title("c") == "c")
    #expect(stage.queue.entries.version == 1)
    stage.queue.next()
    try await stage.advance(.seconds(1))
    #expect(try await stage.found(3) == ["a", "b", "c"])
    stage.queue.previous()
    try await stage.advance(.seconds(1))
    await stage.queue.inspections.current?.value
    #expect(stage.inspector.inspected.elements == ["a", "b", "c"])
  }

  @Test("waits until the current entry can be heard")
  func waitsUntilCurrent() async throws {
    let stage = try InspectionFixture()
    stage.queue.play()
    stage.queue.inspector = stage.inspector
    #expect(stage.queue.inspections.current == nil)
    try await stage.advance(.milliseconds(100))
    #expect(try await stage.found(2) == ["a", "b"])
  }

  @Test("skips entries that have metadata, and entries that the inspector can't read")
  func leavesAloneKnown() async throws {
    let stage = try InspectionFixture([])
    let inspector = stage.inspector
    inspector.setPlace(nil, for: "b")
    stage.queue.append([
      URLTrack(path: "a", metadata: TrackMetadata(title: "t", artist: "x")), URLTrack(path: "b"),
      URLTrack(path: "c", metadata: TrackMetadata(album: "x")),
    ])
    stage.queue.inspector = inspector
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(inspector.inspected.elements.isEmpty)
    #expect(await stage.fixture.told().filter { $0.hasPrefix("found") } == [])
  }

  @Test("does not read a live stream")
  func notLookInto() async throws {
    let stage = try InspectionFixture(["a"])
    var media = FakeMedia(duration: nil)
    media.isSeekable = false
    stage.fixture.script("a", media)
    stage.fixture.begin()
    #expect(stage.queue.status.playback.isLive)
    stage.queue.inspector = stage.inspector
    #expect(stage.queue.inspections.current == nil)
  }

  @Test("asks a server only once the current entry is open, and then for the next entry")
  func asksServerOnly() async throws {
    let stage = try InspectionFixture()
    for name in ["a", "b", "c"] { stage.inspector.setPlace(.remote, for: name) }
    var slow = FakeMedia()
    slow.loadTime = .seconds(1)
    stage.fixture.script("b", slow)
    stage.queue.inspector = stage.inspector
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements.isEmpty)
    stage.queue.play()
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements.isEmpty)
    try await stage.advance(.milliseconds(100))
    #expect(try await stage.found(1) == ["a"])
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements == ["a"])
    try await stage.advance(.seconds(1))
    #expect(try await stage.found(2) == ["a", "b"])
  }

  @Test("asks no server that turns out to be live, for the current entry or the next")
  func asksNoServer() async throws {
    let stage = try InspectionFixture(["a", "b", "c"])
    var live = FakeMedia(duration: nil)
    live.isSeekable = false
    stage.fixture.script("b", live)
    for name in ["a", "b", "c"] { stage.inspector.setPlace(.remote, for: name) }
    stage.queue.inspector = stage.inspector
    try await stage.begin()
    try await stage.found(1)
    try await stage.advance(.seconds(10))
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    stage.queue.next()
    try await stage.advance(.seconds(10))
    #expect(stage.queue.status.playback.isLive)
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements == ["a"])
  }

  @Test("asks the next entry's server as soon as that entry is open, before it can be heard")
  func asksNextOne() async throws {
    for isLive in [false, true] {
      let stage = try InspectionFixture(["a", "b"])
      for name in ["a", "b"] { stage.inspector.setPlace(.remote, for: name) }
      var slow = FakeMedia()
      slow.loadTime = nil
      stage.fixture.script("b", slow)
      stage.queue.inspector = stage.inspector
      try await stage.begin()
      try await stage.found(1)
      for _ in 0..<4 { await stage.queue.inspections.current?.value }
      #expect(stage.inspector.inspected.elements == ["a"])
      let next = try #require(stage.fixture.engine.knownLoads.last)
      stage.fixture.engine.inject(.opened(isLive: isLive), for: next)
      if !isLive { #expect(try await stage.found(2) == ["a", "b"]) }
      for _ in 0..<4 { await stage.queue.inspections.current?.value }
      #expect(stage.inspector.inspected.elements == (isLive ? ["a"] : ["a", "b"]))
    }
  }

  @Test("asks other servers than the media's server only while the entry is heard")
  func asksOtherServers() async throws {
    let stage = try InspectionFixture(["a", "b"])
    for name in ["a", "b"] { stage.inspector.setPlace(.elsewhere, for: name) }
    stage.queue.inspector = stage.inspector
    stage.queue.prepare()
    try await stage.advance(.seconds(1))
    #expect(stage.queue.state == .pause)
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements.isEmpty)
    stage.queue.play()
    #expect(try await stage.found(1) == ["a"])
    try await stage.advance(.seconds(10))
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements == ["a"])
    stage.queue.next()
    try await stage.advance(.seconds(1))
    #expect(try await stage.found(2) == ["a", "b"])
  }

  @Test("is repeated on request, once while the entry is in the window")
  func looksAgainTold() async throws {
    let stage = try InspectionFixture(["a", "b", "c"])
    stage.queue.inspector = stage.inspector
    try await stage.found(2)
    let (a, c) = (try stage.fixture.entry("a"), try stage.fixture.entry("c"))
    // It has not been inspected yet.
    stage.queue.inspectAgain(c)
    stage.inspector.setFinding(InspectionFixture.finding("new"), for: "a")
    stage.inspector.hold()
    stage.queue.inspectAgain(a)
    try await stage.inspector.inspected.wait(for: "the question") { $0 == ["a", "b", "a"] }
    #expect(stage.title("a") == "Title a")
    stage.inspector.releaseAll()
    #expect(try await stage.found(3) == ["a", "b", "a"])
    #expect(stage.title("a") == "Title new")
    stage.queue.inspectAgain(a)
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements == ["a", "b", "a"])
    try stage.queue.play(c)
    try await stage.advance(.seconds(1))
    try await stage.found(4)
    try stage.queue.play(a)
    stage.queue.inspectAgain(a)
    try await stage.advance(.seconds(1))
    #expect(try await stage.found(5).suffix(2) == ["c", "a"])
  }

  @Test("fills in missing fields, and keeps the others")
  func fillsNotSaid() async throws {
    let stage = try InspectionFixture([])
    stage.inspector.setFinding(InspectionFixture.finding("found", number: 4), for: "a")
    stage.queue.append([URLTrack(path: "a", metadata: TrackMetadata(title: "said"))])
    stage.queue.inspector = stage.inspector
    try await stage.found(1)
    let metadata = try #require(stage.queue.status.currentEntry?.metadata)
    #expect(metadata.title == "said")
    #expect(metadata.artist == "A")
    #expect(metadata.trackNumber == 4)
  }

  @Test("cancels a question when its entry leaves, and drops a late answer")
  func cancelsQuestionWhen() async throws {
    let stage = try InspectionFixture()
    stage.inspector.hold()
    stage.queue.inspector = stage.inspector
    try await stage.inspector.inspected.wait(for: "the question") { $0 == ["a"] }
    try stage.queue.remove([stage.fixture.entry("a")])
    try await stage.inspector.cancelled.wait(for: "the cancellation") { $0 == ["a"] }
    try await stage.inspector.inspected.wait(for: "the next") { $0 == ["a", "b"] }
    stage.inspector.releaseAll()
    #expect(try await stage.found(2) == ["b", "c"])
  }

  @Test("retries errors that may pass three times, and no others")
  func triesAgainHelp() async throws {
    let stage = try InspectionFixture(["a", "b"])
    stage.inspector.setFailure(PlayerError(.timedOut, "late"), for: "a")
    stage.inspector.setFailure(PlayerError(.unsupportedFormat, "odd"), for: "b")
    stage.queue.inspector = stage.inspector
    try await stage.inspector.inspected.wait(for: "both") { $0 == ["a", "b"] }
    await stage.queue.inspections.current?.value
    try await stage.advance(.milliseconds(1_999))
    #expect(stage.inspector.inspected.elements.count == 2)
    try await stage.advance(.milliseconds(1))
    try await stage.inspector.inspected.wait(for: "the second") { $0.count == 3 }
    await stage.queue.inspections.current?.value
    try await stage.advance(.seconds(4))
    try await stage.inspector.inspected.wait(for: "the third") { $0.count == 4 }
    await stage.queue.inspections.current?.value
    #expect(stage.fixture.clock.nextDeadline == nil)
    #expect(stage.inspector.inspected.elements == ["a", "b", "a", "a"])
    #expect(stage.observer.events.findings.isEmpty)
  }

  @Test("gives up if it takes too long")
  func givesUpTakes() async throws {
    let stage = try InspectionFixture(["a", "b"])
    stage.inspector.hold()
    stage.queue.inspector = stage.inspector
    try await stage.inspector.inspected.wait(for: "the question") { $0 == ["a"] }
    try await stage.advance(.seconds(30))
    try await stage.inspector.cancelled.wait(for: "the cancellation") { $0 == ["a"] }
    try await stage.inspector.inspected.wait(for: "the next") { $0 == ["a", "b"] }
  }

  @Test("stops if it is turned off, and continues if it is turned on")
  func stopsTurnedOff() async throws {
    let stage = try InspectionFixture()
    stage.inspector.hold()
    stage.queue.inspector = stage.inspector
    try await stage.inspector.inspected.wait(for: "the question") { $0 == ["a"] }
    stage.queue.inspection = .off
    try await stage.inspector.cancelled.wait(for: "the cancellation") { $0 == ["a"] }
    stage.inspector.releaseAll()
    #expect(stage.fixture.clock.nextDeadline == nil)
    stage.queue.inspection = .window
    #expect(try await stage.found(2) == ["a", "b"])
  }

  @Test("reads the first track of an expanded list")
  func looksIntoFirst() async throws {
    let stage = try InspectionFixture(["a"])
    let expansion = try #require(TrackExpansion([QueueItem(URLTrack(path: "x"))]))
    stage.fixture.script("x", FakeMedia())
    stage.fixture.script("a", .failing(PlayerError(expansion)))
    stage.inspector.setFailure(PlayerError(.unreadable, "a list"), for: "a")
    stage.inspector.setFinding(InspectionFixture.finding("x"), for: "x")
    stage.queue.inspector = stage.inspector
    try await stage.inspector.inspected.wait(for: "the list") { $0 == ["a"] }
    await stage.queue.inspections.current?.value
    stage.fixture.begin()
    #expect(stage.fixture.current == "x")
    try await stage.advance(.seconds(1))
    #expect(try await stage.found(1) == ["x"])
  }

  @Test("neither disturbs a concurrent edit, nor is undone by it")
  func notGetInto() async throws {
    let stage = try InspectionFixture()
    stage.inspector.hold()
    stage.queue.inspector = stage.inspector
    try await stage.inspector.inspected.wait(for: "the question") { $0 == ["a"] }
    let queue = stage.queue
    let question = queue.inspections.current
    let old = queue.entries
    var edited = old
    edited.append([URLTrack(path: "d")])
    stage.inspector.release()
    await question?.value
    let isCommitted = queue.commit(edited, since: old, at: nil)
    #expect(isCommitted)
    #expect(stage.title("a") == "Title a")
    #expect(stage.fixture.order == ["a", "b", "c", "d"])
  }

  @Test("keeps its findings if the app's data of the entry change")
  func keepsFoundWhen() async throws {
    let stage = try InspectionFixture(["a"])
    stage.queue.inspector = stage.inspector
    try await stage.found(1)
    try stage.queue.update(stage.fixture.entry("a"), userInfo: ["k": "v"])
    #expect(stage.title("a") == "Title a")
    #expect(stage.queue.status.currentEntry?.item.userInfo == ["k": "v"])
  }

  @Test("shows its findings in the history")
  func showsFoundHistory() async throws {
    let stage = try InspectionFixture(["a"])
    stage.fixture.begin()
    stage.queue.inspector = stage.inspector
    try await stage.found(1)
    #expect(stage.queue.status.history.last?.entry.metadata.title == "Title a")
  }
}
