import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the machine by hand: an overlap rendered only shortly before it begins. There are two
/// loads of 100 s. The first (entry 1) fades into the second (2) from its 95th second on.
@Suite(.tags(.pure))
struct PostponedOverlapTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private let a: LoadID
  private let b: LoadID
  private var bridge: PlaylistEntryID { three }

  init() {
    var ids = LoadIDIssuer(issuer: 1)
    (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.setOutput(Self.settings())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(at: 0))
  }

  private static func settings(_ crossfade: Double = 5, rate: Double = 1) -> OutputSettings {
    var settings = OutputSettings()
    settings.crossfade = .seconds(crossfade)
    settings.rate = rate
    return settings
  }

  /// The clock and the position advance together.
  private func reading(at seconds: Double) -> PlaybackSample {
    reading(one, .seconds(seconds), at: .seconds(seconds))
  }

  private mutating func woke(at seconds: Double) -> [Action] {
    machine.woke(reading(at: seconds))
  }

  /// - Returns: The actions that follow from the first bytes of the next load.
  private mutating func setNext() -> [Action] {
    _ = machine.setNext(
      id: b,
      position: .zero,
      joint: .overlapping(.late),
      after: a
    )
    return machine.examined(two, .recognized)
  }

  private func plan(at seconds: Double) throws -> Overlap.Plan {
    try #require(
      Overlap.Plan(crossfade: .seconds(5), duration: .seconds(100), position: .seconds(seconds))
    )
  }

  @Test("The overlap is rendered twenty seconds before it begins")
  mutating func renderedTwentySecondsBefore() throws {
    // The next track is gapless until then. Every start first asks for the position once.
    #expect(setNext() == [.append(two), .wake(after: .milliseconds(300))])
    #expect(woke(at: 1) == [.wake(after: .seconds(74))])
    #expect(woke(at: 74.5) == [.wake(after: .milliseconds(500))])
    let plan = try plan(at: 75)
    #expect(woke(at: 75) == [.clearPlaylist, .render(bridge, tail: a, head: b, plan)])
    #expect(woke(at: 76) == [])
    let overlap = Overlap.Rendered(
      start: .seconds(95),
      length: .seconds(5),
      headDuration: .seconds(80)
    )
    #expect(
      machine.rendered(bridge, overlap, reading(at: 77)) == [
        .setEnd(one, .seconds(95)), .trim(two, .seconds(5)), .append(bridge), .append(two),
      ]
    )
  }

  @Test("At a higher rate, the overlap is rendered equally early on the clock")
  mutating func fasterPlaybackHasRendered() {
    _ = machine.setOutput(Self.settings(rate: 2))
    _ = setNext()
    #expect(woke(at: 1) == [.wake(after: .seconds(27))])
  }

  @Test("A pause stops the wait, and resuming continues it")
  mutating func pauseAsksNoTime() throws {
    _ = setNext()
    _ = machine.setPlaying(false, load: a)
    _ = machine.measured(reading(at: 10))
    #expect(woke(at: 10) == [])
    #expect(machine.setPlaying(true, load: a).contains(.measure))
    #expect(machine.measured(reading(at: 10)).contains(.wake(after: .milliseconds(300))))
  }

  @Test("After a seek to shortly before the overlap, it is rendered at once")
  mutating func afterSeekWhereNear() throws {
    var ids = LoadIDIssuer(issuer: 2)
    _ = setNext()
    _ = machine.seek(to: .seconds(80), id: ids.nextSeek(), load: a)
    _ = machine.seekBegan()
    let plan = try plan(at: 80)
    #expect(machine.restarted(reading(at: 80)).contains(.render(bridge, tail: a, head: b, plan)))
  }

  @Test("If the fade is switched off, the next track follows without a gap")
  mutating func withoutFadeAnyMore() {
    _ = setNext()
    #expect(!machine.setOutput(Self.settings(0)).contains(.clearPlaylist))
    #expect(woke(at: 75) == [])
    #expect(machine.setOutput(Self.settings(6)).contains(.clearPlaylist), "a fade again")
  }

  @Test("A track that ends long before its stated end is followed without a gap")
  mutating func whatEndsLongBefore() {
    _ = setNext()
    _ = machine.ended(one, .played)
    #expect(machine.began(two) == [.measure])
    #expect(woke(at: 50).allSatisfy { if case .render = $0 { false } else { true } })
  }

  @Test("If the next track begins on command, the wait ends")
  mutating func begunCommandWaited() {
    _ = setNext()
    #expect(machine.playNext(b, after: a, isPlaying: true).contains(.replace(two)))
    #expect(woke(at: 75) == [])
  }
}
