import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake engine's timing", .tags(.pure))
struct FakeEngineTests {
  let fixture = FakeEngineFixture()
  var clock: ManualClock { fixture.clock }
  var engine: FakeEngine { fixture.engine }

  @Test("A load is ready after its load time and ends after its duration, to the instant")
  func loadsAndEnds() {
    let load = fixture.load("a")
    #expect(fixture.reports(of: load) == [])
    #expect(engine.soundingLoad == nil)
    clock.advance(by: .milliseconds(100))
    #expect(fixture.reports(of: load) == [loaded(anchor(0, at: 0.1))])
    #expect(engine.soundingLoad == load)
    clock.advance(to: at(10.099))
    #expect(fixture.reports(of: load).count == 1)
    clock.advance(to: at(10.1))
    #expect(fixture.reports(of: load).last == .ended(followedBy: nil))
    #expect(engine.soundingLoad == nil)
    #expect(engine.knownLoads == [])
    #expect(clock.nextDeadline == nil)
  }

  @Test("The next load starts at the very instant at which the current one ends")
  func handsOverInTheInstant() {
    let a = fixture.load("a")
    let b = fixture.setNext("b", at: .seconds(1), after: a)
    #expect(engine.knownLoads == [a, b])
    clock.advance(to: at(10.1))
    #expect(
      fixture.reports(of: b) == [
        .opened(isLive: false),
        loaded(anchor(1, speed: 0, at: 0.1), duration: 5), .started(anchor(1, at: 10.1)),
      ]
    )
    #expect(fixture.recorder.entries.suffix(2).map(\.load) == [a, b])
    #expect(engine.soundingLoad == b)
    clock.advance(to: at(14.1))
    #expect(fixture.reports(of: b).last == .ended(followedBy: nil))
    #expect(engine.openedSources == ["a", "b"])
  }

  @Test("A late next load starts as soon as it can")
  func letsLateNextFollow() {
    fixture.script("late") { $0.loadTime = .seconds(3) }
    let a = fixture.load("a", at: .seconds(9))
    let late = fixture.setNext("late", after: a)
    clock.advance(to: at(2))
    #expect(fixture.reports(of: a).last == .ended(followedBy: late))
    #expect(engine.soundingLoad == nil)
    clock.advance(to: at(3))
    #expect(
      fixture.reports(of: late) == [loaded(anchor(0, at: 3)), .started(anchor(0, at: 3))]
    )
  }

  @Test("A next load that becomes ready at the instant of the end follows without a gap")
  func handsOverToJustReady() {
    fixture.script("just") { $0.loadTime = .milliseconds(10_100) }
    let a = fixture.load("a")
    let just = fixture.setNext("just", after: a)
    clock.advance(to: at(10.1))
    #expect(
      fixture.recorder.entries.map(\.load) == [a, just, just, a, just]
    )
    #expect(fixture.reports(of: just).last == .started(anchor(0, at: 10.1)))
  }

  @Test("The load after a paused one stays paused, unless it was commanded to play")
  func keepsFollowerPaused() {
    let a = fixture.load("a", isPlaying: false)
    let b = fixture.setNext("b", after: a)
    clock.advance(by: .seconds(1))
    _ = fixture.seek(to: .seconds(10), in: a)
    clock.advance(by: .seconds(1))
    #expect(fixture.reports(of: b).last == .started(anchor(0, speed: 0, at: 1.01)))
    let c = fixture.setNext("a", after: b)
    engine.setPlaying(true, load: c)
    clock.advance(by: .seconds(1))
    _ = fixture.seek(to: .seconds(5), in: b)
    clock.advance(by: .milliseconds(10))
    #expect(fixture.reports(of: c).last == .started(anchor(0, at: 3.01)))
  }

  @Test("The start and the end of the position's movement are reported")
  func reportsPositions() {
    let load = fixture.load("a")
    clock.advance(to: at(2.1))
    engine.setPlaying(false, load: load)
    engine.setPlaying(false, load: load)
    #expect(engine.soundingLoad == nil)
    clock.advance(to: at(60))
    engine.setPlaying(true, load: load)
    #expect(
      fixture.reports(of: load).dropFirst() == [
        .position(anchor(2, speed: 0, at: 2.1)), .position(anchor(2, at: 60)),
      ]
    )
    clock.advance(to: at(68))
    #expect(fixture.reports(of: load).last == .ended(followedBy: nil))
  }

  @Test("The end moves with the speed")
  func movesEndWithSpeed() {
    let load = fixture.load("a")
    clock.advance(to: at(2.1))
    var output = OutputSettings()
    output.rate = 2
    output.volume = 0.5
    engine.setOutput(output)
    #expect(engine.output == output)
    #expect(fixture.reports(of: load).last == .position(anchor(2, speed: 2, at: 2.1)))
    clock.advance(to: at(6.1))
    #expect(fixture.reports(of: load).last == .ended(followedBy: nil))
  }

  @Test("Only the latest of several seeks is settled")
  func settlesLatestSeek() {
    let load = fixture.load("a")
    clock.advance(to: at(1))
    _ = fixture.seek(to: .seconds(3), in: load)
    let last = fixture.seek(to: .seconds(-2), in: load)
    clock.advance(to: at(2))
    #expect(
      fixture.reports(of: load).dropFirst() == [.seekCompleted(last, anchor(0, at: 1.01))]
    )
  }

  @Test("A load begins at the target of the latest seek before readiness")
  func beginsAtSeek() {
    let load = fixture.load("a", at: .seconds(1))
    _ = fixture.seek(to: .seconds(3), in: load)
    let last = fixture.seek(to: .seconds(4), in: load)
    clock.advance(to: at(0.1))
    #expect(
      fixture.reports(of: load) == [
        loaded(anchor(4, at: 0.1)), .seekCompleted(last, anchor(4, at: 0.1)),
      ]
    )
  }

  @Test("Commands that take no time take effect inside the call")
  func doesAtOnceWhatTakesNoTime() {
    fixture.script("quick") {
      $0.loadTime = .zero
      $0.seekTime = .zero
    }
    let load = fixture.load("quick")
    #expect(fixture.reports(of: load) == [loaded(anchor(0, at: 0))])
    let seek = fixture.seek(to: .seconds(2), in: load)
    #expect(fixture.reports(of: load).last == .seekCompleted(seek, anchor(2, at: 0)))
  }

  @Test("The same next load set twice counts once")
  func takesSameNextOnce() {
    let a = fixture.load("a")
    let next = fixture.makeLoad("b")
    engine.setNext(next, after: a)
    engine.setNext(next, after: a)
    clock.advance(to: at(20))
    #expect(fixture.reports(of: next.id).filter(\.isTerminal) == [.ended(followedBy: nil)])
    #expect(engine.openedSources == ["a", "b"])
  }

  @Test("The next load alone can be removed")
  func givesBackNextAlone() {
    let a = fixture.load("a")
    let b = fixture.setNext("b", after: a)
    engine.unload(b)
    #expect(fixture.reports(of: b) == [.released])
    clock.advance(to: at(20))
    #expect(fixture.reports(of: a).last == .ended(followedBy: nil))
  }
}
