import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("Playback on an engine with a delayed output", .tags(.pure))
struct DelayedEngineTests {
  private let clock = ManualClock()
  private let inner: FakeEngine
  private let output = FakeOutput(delay: .seconds(1))
  private let engine: DelayedEngine
  private let recorder = ReportRecorder()
  private let a = LoadID.unique()
  private let b = LoadID.unique()
  private let c = LoadID.unique()
  private var ids = LoadIDIssuer.unique()

  init() {
    inner = FakeEngine(clock: clock)
    for (name, length) in [("a", 10), ("b", 20), ("c", 20)] {
      var media = FakeMedia(duration: .seconds(length))
      media.loadTime = .zero
      media.seekTime = .zero
      inner.setMedia(media, for: name)
    }
    engine = DelayedEngine(inner, output: output, clock: clock)
  }

  private func load(_ id: LoadID, _ name: String, isPlaying: Bool = true) -> EngineLoad {
    EngineLoad(
      id: id,
      source: MediaSource(.file(path: name)),
      isPlaying: isPlaying,
      album: AlbumContext(),
      onReport: recorder.sink(for: id)
    )
  }

  private func reports(_ id: LoadID) -> [LoadEvent] { recorder.reports(of: id) }

  private func position(_ id: LoadID) -> Duration? {
    engine.measure(id)
    guard case .position(let anchor)? = reports(id).last else { return nil }
    return anchor.position(at: clock.now)
  }

  private var ends: [LoadEvent] { reports(a).filter(\.isTerminal) }

  @Test("a load is loaded when its first sample is heard")
  func loading() {
    engine.load(load(a, "a"))
    clock.advance(by: .milliseconds(999))
    #expect(reports(a).isEmpty)
    clock.advance(by: .milliseconds(1))
    guard case .loaded(let media)? = reports(a).first else {
      Issue.record("\(reports(a))")
      return
    }
    #expect(media.anchor == PositionAnchor(position: .zero, speed: 1, instant: clock.now))
    clock.advance(by: .seconds(3))
    #expect(position(a) == .seconds(3))
  }

  @Test("a silent load is loaded at once, and opens no output")
  func silentLoad() {
    engine.load(load(a, "a", isPlaying: false))
    guard case .loaded(let media)? = reports(a).first else {
      Issue.record("\(reports(a))")
      return
    }
    #expect(media.anchor.speed == 0)
    #expect(!output.commands.contains(.open))
  }

  @Test("the next load begins, and the last one ends, when that is heard")
  func following() {
    engine.load(load(a, "a"))
    engine.setNext(load(b, "b"), after: a)
    clock.advance(by: .milliseconds(10_999))
    #expect(ends.isEmpty)
    // The engine itself is already there.
    #expect(inner.soundingLoad != nil)
    clock.advance(by: .milliseconds(1))
    #expect(ends == [.ended(followedBy: b)])
    #expect(position(b) == .zero)
    clock.advance(by: .milliseconds(19_999))
    #expect(reports(b).filter(\.isTerminal).isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(reports(b).last == .ended(followedBy: nil))
  }

  @Test("a pause stays at the last heard position, and resumes there")
  func pause() {
    engine.load(load(a, "a"))
    clock.advance(by: .seconds(4))
    output.forget()
    engine.setPlaying(false, load: a)
    #expect(output.commands == [.cut])
    #expect(position(a) == .seconds(3))
    #expect(inner.soundingLoad == nil)
    clock.advance(by: .seconds(60))
    #expect(position(a) == .seconds(3))
    engine.setPlaying(true, load: a)
    #expect(output.commands == [.cut, .open])
    #expect(reports(a).last == .buffering(true))
    clock.advance(by: .seconds(1))
    #expect(reports(a).contains(.buffering(false)))
    #expect(position(a) == .seconds(3))
    clock.advance(by: .seconds(2))
    #expect(position(a) == .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(ends == [.ended(followedBy: nil)])
  }

  @Test("a pause while the next load is on its way goes back to the one that is heard")
  func pauseAtTheJoint() {
    engine.load(load(a, "a"))
    engine.setNext(load(b, "b"), after: a)
    // The engine is 0.5 s into the next load. The end of the earlier one is still heard.
    clock.advance(by: .milliseconds(10_500))
    engine.setPlaying(false, load: a)
    #expect(position(a) == .milliseconds(9_500))
    engine.setPlaying(true, load: a)
    clock.advance(by: .milliseconds(1_400))
    #expect(ends.isEmpty)
    #expect(position(a) == .milliseconds(9_900))
    clock.advance(by: .milliseconds(100))
    #expect(ends == [.ended(followedBy: b)])
    clock.advance(by: .seconds(2))
    #expect(position(b) == .seconds(2))
  }

  @Test("another next load, chosen while the old one is on its way, plays next")
  func lateChange() {
    engine.load(load(a, "a"))
    engine.setNext(load(b, "b"), after: a)
    clock.advance(by: .milliseconds(10_500))
    output.forget()
    engine.setNext(load(c, "c"), after: a)
    #expect(output.commands.first == .cut)
    #expect(reports(b).last == .superseded)
    clock.advance(by: .milliseconds(1_500))
    #expect(ends == [.ended(followedBy: c)])
    clock.advance(by: .seconds(1))
    #expect(position(c) == .seconds(1))
  }

  @Test("a next load, named after the engine has played the last one out, still plays next")
  func lateNext() {
    engine.load(load(a, "a"))
    clock.advance(by: .milliseconds(10_500))
    output.forget()
    engine.setNext(load(b, "b"), after: a)
    // No sound on its way has to be discarded.
    #expect(output.commands.isEmpty)
    clock.advance(by: .milliseconds(500))
    #expect(ends == [.ended(followedBy: b)])
    clock.advance(by: .milliseconds(1_500))
    #expect(position(b) == .seconds(1))
  }

  @Test("a seek discards the sound on its way, and settles when it is heard")
  func seek() {
    var ids = ids
    let seek = ids.nextSeek()
    engine.load(load(a, "a"))
    clock.advance(by: .seconds(3))
    output.forget()
    engine.seek(to: .seconds(7), id: seek, load: a)
    #expect(output.commands == [.cut, .open])
    clock.advance(by: .milliseconds(999))
    #expect(!reports(a).contains { if case .seekCompleted = $0 { true } else { false } })
    clock.advance(by: .milliseconds(1))
    let anchor = PositionAnchor(position: .seconds(7), speed: 1, instant: clock.now)
    #expect(reports(a).last == .seekCompleted(seek, anchor))
  }

  @Test("the last of two seeks settles, and a pause settles it at its position")
  func seeks() {
    var ids = ids
    let (first, second) = (ids.nextSeek(), ids.nextSeek())
    engine.load(load(a, "a"))
    clock.advance(by: .seconds(3))
    engine.seek(to: .seconds(7), id: first, load: a)
    engine.seek(to: .seconds(5), id: second, load: a)
    engine.setPlaying(false, load: a)
    let settled = reports(a).compactMap { report -> SeekID? in
      if case .seekCompleted(let id, _) = report { id } else { nil }
    }
    #expect(settled.last == second)
    #expect(position(a) == .seconds(5))
  }

  @Test("a skip begins the next load when it is heard, and ends the one before at once")
  func skip() {
    engine.load(load(a, "a"))
    engine.setNext(load(b, "b"), after: a)
    clock.advance(by: .seconds(3))
    output.forget()
    engine.playNext(b, after: a, isPlaying: true)
    #expect(output.commands == [.cut, .open])
    #expect(reports(a).last == .superseded)
    clock.advance(by: .seconds(1))
    let anchor = PositionAnchor(position: .zero, speed: 1, instant: clock.now)
    #expect(reports(b).last == .started(anchor))
    clock.advance(by: .seconds(2))
    #expect(position(b) == .seconds(2))
  }

  @Test("a skip to a load that is already on its way starts it again")
  func lateSkip() {
    engine.load(load(a, "a"))
    engine.setNext(load(b, "b"), after: a)
    clock.advance(by: .milliseconds(10_700))
    engine.playNext(b, after: a, isPlaying: true)
    #expect(reports(a).last == .superseded)
    clock.advance(by: .seconds(1))
    guard case .started(let anchor)? = reports(b).last else {
      Issue.record("\(reports(b))")
      return
    }
    #expect(anchor == PositionAnchor(position: .zero, speed: 1, instant: clock.now))
    #expect(reports(b).filter { if case .loaded = $0 { true } else { false } }.count == 1)
  }

  @Test("without the output playback stands still, and resumes when the output is back")
  func availability() {
    engine.load(load(a, "a"))
    clock.advance(by: .seconds(4))
    output.setAvailable(false)
    #expect(reports(a).contains(.suppressed(.outputLost)))
    #expect(position(a) == .seconds(3))
    clock.advance(by: .seconds(100))
    #expect(position(a) == .seconds(3))
    #expect(inner.soundingLoad == nil)
    output.setAvailable(true)
    #expect(reports(a).contains(.suppressed(nil)))
    clock.advance(by: .seconds(2))
    #expect(position(a) == .seconds(4))
  }

  @Test("without the output a load is loaded and held")
  func loadWithoutOutput() {
    output.setAvailable(false)
    engine.load(load(a, "a"))
    #expect(reports(a).last == .suppressed(.outputLost))
    #expect(!output.commands.contains(.open))
    output.setAvailable(true)
    clock.advance(by: .seconds(2))
    #expect(position(a) == .seconds(1))
  }

  @Test("releasing a load discards the sound on its way, also of the next load")
  func unload() {
    engine.load(load(a, "a"))
    engine.setNext(load(b, "b"), after: a)
    clock.advance(by: .milliseconds(10_500))
    output.forget()
    engine.unload(a)
    #expect(output.commands == [.cut])
    #expect(reports(a).last == .released)
    #expect(reports(b).last == .superseded)
    #expect(inner.soundingLoad == nil)
  }

  @Test("another speed is heard after the delay")
  func speed() {
    engine.load(load(a, "a"))
    clock.advance(by: .seconds(3))
    var settings = OutputSettings()
    settings.rate = 2
    engine.setOutput(settings)
    clock.advance(by: .seconds(1))
    #expect(position(a) == .seconds(3))
    clock.advance(by: .seconds(1))
    #expect(position(a) == .seconds(5))
  }
}
