import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake engine's scripted misbehavior", .tags(.pure))
struct FakeEngineScriptTests {
  let fixture = FakeEngineFixture()
  var clock: ManualClock { fixture.clock }
  var engine: FakeEngine { fixture.engine }

  @Test("A source without a script is not found")
  func withoutScript() throws {
    let load = fixture.load("nobody knows it")
    clock.advance(by: .seconds(1))
    let report = try #require(fixture.reports(of: load).first)
    guard case .failed(let error, followedBy: nil) = report else {
      Issue.record("\(report)")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test("A closure scripts unnamed sources, called once for each load")
  func scriptedByClosure() {
    let asked = Recorded<String>()
    let engine = FakeEngine(clock: clock) { source in
      asked.append(source.fakeName)
      return FakeMedia(duration: nil)
    }
    let load = fixture.makeLoad("radio")
    engine.load(load)
    clock.advance(by: .seconds(100_000))
    #expect(fixture.reports(of: load.id) == [loaded(anchor(0, at: 0.1), duration: nil)])
    #expect(engine.soundingLoad == load.id)
    #expect(asked.elements == ["radio"])
  }

  @Test("A source that never answers is silent until it is unloaded")
  func neverAnswers() {
    fixture.script("mute") { $0.loadTime = nil }
    let load = fixture.load("mute")
    clock.advance(by: .seconds(1000))
    #expect(fixture.reports(of: load) == [])
    engine.unload(load)
    #expect(fixture.reports(of: load) == [.released])
  }

  @Test("A stall buffers once, and delays the end")
  func stalls() {
    fixture.script("slow") { $0.stalls = [FakeMedia.Stall(at: .seconds(4), for: .seconds(3))] }
    let load = fixture.load("slow")
    clock.advance(to: at(5))
    #expect(engine.soundingLoad == nil)
    clock.advance(to: at(8))
    #expect(
      fixture.reports(of: load).dropFirst() == [
        .buffering(true), .position(anchor(4, speed: 0, at: 4.1)),
        .buffering(false), .position(anchor(4, at: 7.1)),
      ]
    )
    _ = fixture.seek(to: .seconds(3), in: load)
    clock.advance(to: at(15.01))
    #expect(fixture.reports(of: load).last == .ended(followedBy: nil))
  }

  @Test("A seek ends an endless stall")
  func seekLeavesStall() {
    fixture.script("slow") { $0.stalls = [FakeMedia.Stall(at: .seconds(4), for: nil)] }
    let load = fixture.load("slow")
    clock.advance(to: at(100))
    let seek = fixture.seek(to: .seconds(9), in: load)
    clock.advance(to: at(101.01))
    #expect(
      fixture.reports(of: load).suffix(3) == [
        .buffering(false), .seekCompleted(seek, anchor(9, at: 100.01)), .ended(followedBy: nil),
      ]
    )
  }

  @Test("A stream that breaks off fails there, and the next load follows")
  func breaksOff() {
    let error = PlayerError(.interrupted, "The connection was cut.")
    fixture.script("cut") { $0.failure = FakeMedia.Failure(at: .seconds(4), error) }
    let load = fixture.load("cut")
    let next = fixture.setNext("b", after: load)
    clock.advance(to: at(4.1))
    #expect(fixture.reports(of: load).last == .failed(error, followedBy: next))
    #expect(fixture.reports(of: next).last == .started(anchor(0, at: 4.1)))
  }

  @Test("An engine that stops at a failure supersedes the next load")
  func stopsAtFailure() {
    let fixture = FakeEngineFixture(continuesAfterFailure: false)
    let error = PlayerError(.interrupted, "The connection was cut.")
    fixture.script("cut") { $0.failure = FakeMedia.Failure(at: .seconds(4), error) }
    let load = fixture.load("cut")
    let next = fixture.setNext("b", after: load)
    fixture.clock.advance(to: at(4.1))
    #expect(fixture.reports(of: load).last == .failed(error, followedBy: nil))
    #expect(fixture.reports(of: next).last == .superseded)
    #expect(fixture.engine.knownLoads == [])
  }

  @Test("A missing end leaves silence, until a seek back")
  func endIsNeverReported() {
    fixture.script("endless") { $0.reportsEnd = false }
    let load = fixture.load("endless")
    clock.advance(by: .seconds(1000))
    #expect(fixture.reports(of: load).count == 1)
    #expect(engine.soundingLoad == nil)
    #expect(engine.knownLoads == [load])
    _ = fixture.seek(to: .zero, in: load)
    clock.advance(by: .seconds(1))
    #expect(engine.soundingLoad == load)
  }

  @Test("A source that can't seek begins at 0 and settles seeks at its position")
  func isNotSeekable() {
    fixture.script("live") { $0.isSeekable = false }
    let load = fixture.load("live", at: .seconds(5))
    clock.advance(to: at(1.1))
    let seek = fixture.seek(to: .seconds(7), in: load)
    #expect(
      fixture.reports(of: load) == [
        loaded(anchor(0, at: 0.1), isSeekable: false), .seekCompleted(seek, anchor(1, at: 1.1)),
      ]
    )
  }

  @Test("A stale report can be injected, and does not affect playback")
  func injectsStaleReport() {
    let old = fixture.load("a")
    let new = fixture.load("b")
    clock.advance(by: .seconds(1))
    engine.inject(.ended(followedBy: nil), for: old)
    #expect(fixture.reports(of: old) == [.superseded, .ended(followedBy: nil)])
    #expect(engine.soundingLoad == new)
  }
}
