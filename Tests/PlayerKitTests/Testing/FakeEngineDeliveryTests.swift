import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake engine's reports and records", .tags(.local))
struct FakeEngineDeliveryTests {
  let fixture = FakeEngineFixture()
  var clock: ManualClock { fixture.clock }
  var engine: FakeEngine { fixture.engine }

  @Test("A command inside a report takes effect at once, and its reports come after")
  func commandFromWithin() {
    let inside = Recorded<String>()
    let second = fixture.makeLoad("b")
    let first = fixture.makeLoad("a") { [weak engine, recorder = fixture.recorder] report in
      guard case .loaded = report, let engine else { return }
      engine.load(second)
      inside.append("\(engine.knownLoads == [second.id])")
      inside.append("\(recorder.entries.count)")
    }
    engine.load(first)
    clock.advance(by: .milliseconds(100))
    #expect(inside.elements == ["true", "1"])
    #expect(fixture.reports(of: first.id).last == .superseded)
    #expect(!fixture.recorder.reportsOverlapped)
  }

  @Test("Reports come one at a time, each load's end last, with commands from any thread")
  func manyThreads() async {
    let loads = (0..<200).map { _ in fixture.makeLoad("a") }
    await withTaskGroup(of: Void.self) { group in
      for (index, load) in loads.enumerated() {
        group.addTask { [engine, clock] in
          engine.load(load)
          clock.advance(by: .milliseconds(index % 3 * 60))
          engine.setPlaying(index.isMultiple(of: 2), load: load.id)
        }
      }
    }
    await engine.close()
    #expect(!fixture.recorder.reportsOverlapped)
    for load in loads {
      let reports = fixture.reports(of: load.id)
      #expect(reports.count(where: \.isTerminal) == 1)
      #expect(reports.last?.isTerminal == true)
    }
  }

  @Test("Commands are recorded, also those that were ignored")
  func remembersCommands() async {
    let a = fixture.load("a", at: .seconds(2), isPlaying: false)
    let b = fixture.setNext("b", after: a)
    engine.setNext(nil, after: a)
    engine.setPlaying(true, load: a)
    let seek = fixture.seek(to: .seconds(3), in: b)
    engine.unload(b)
    engine.setOutput(OutputSettings())
    await engine.close()
    #expect(
      engine.commands == [
        .load(a, source: "a", position: .seconds(2), isPlaying: false),
        .setNext(b, source: "b", position: .zero, after: a),
        .removeNext(after: a), .setPlaying(true, a), .seek(.seconds(3), seek, b), .unload(b),
        .setOutput(OutputSettings()), .close,
      ]
    )
  }

  @Test("Playback advances with the clock, without commands")
  func lateCommandsComeAfterWhatWasDue() {
    let a = fixture.load("a", at: .seconds(9))
    // A timer at the instant of the end, set before the engine's own.
    let instant = at(1.1)
    _ = clock.schedule(at: instant) { [engine] in engine.setPlaying(false, load: a) }
    clock.advance(to: instant)
    #expect(fixture.reports(of: a).last == .ended(followedBy: nil))
  }

  @Test("No timer remains after the engine is closed or freed")
  func leavesNoTimer() async {
    _ = fixture.load("a")
    await engine.close()
    #expect(clock.nextDeadline == nil)
    do {
      let other = FakeEngine(clock: clock) { _ in FakeMedia() }
      other.load(fixture.makeLoad("a"))
      #expect(clock.nextDeadline != nil)
    }
    #expect(clock.nextDeadline == nil)
  }

  @Test("Playback runs in real time on the system's clock")
  func playsInRealTime() async throws {
    let engine = FakeEngine(clock: SystemPlaybackClock()) { _ in
      var media = FakeMedia(duration: .milliseconds(20))
      media.loadTime = .milliseconds(5)
      return media
    }
    let load = fixture.makeLoad("a")
    engine.load(load)
    let id = load.id
    try await fixture.recorder.wait(for: "the end") {
      $0.reports(of: id).last == .ended(followedBy: nil)
    }
  }
}
