import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// Loads that libmpv decodes completely before the load before them has ended.
@Suite(.tags(.pure))
struct ShortLoadMachineTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)

  private func anchor(_ position: Duration, _ speed: Double, at now: Duration) -> PositionAnchor {
    PositionAnchor(position: position, speed: speed, instant: instant(now))
  }

  /// A load in its last half second, and the next one, which lasts as long and was never reported
  /// as started.
  private mutating func playTail() -> (a: LoadID, b: LoadID, actions: [Action]) {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, after: a)
    _ = machine.examined(two, .recognized)
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    _ = machine.measured(reading(two, nil, at: .milliseconds(99_500)))
    return (a, b, machine.ended(two, .played, duration: .milliseconds(500)))
  }

  @Test("A short load starts when the load before ends, even if no start of it was noticed")
  mutating func unnoticedShortLoads() {
    let (a, b, actions) = playTail()
    let media = LoadedMedia(
      anchor: anchor(.zero, 0, at: .milliseconds(99_500)),
      duration: .milliseconds(500),
      isSeekable: true
    )
    #expect(actions == [.report(b, .loaded(media)), .wake(after: .milliseconds(500))])
    let second = machine.woke(reading(nil, nil, at: .seconds(100)))
    #expect(second.contains(.report(a, .ended(followedBy: b))))
    #expect(second.contains(.report(b, .started(anchor(.zero, 1, at: .seconds(100))))))
  }

  @Test("A pause delays the start of a short load that is decoded")
  mutating func pausedBeforeDecoded() {
    let (a, b, _) = playTail()
    machine.now = instant(.milliseconds(99_750))
    _ = machine.setPlaying(false, load: a)
    _ = machine.measured(reading(nil, nil, at: .milliseconds(99_750)))
    machine.now = instant(.seconds(120))
    _ = machine.setPlaying(true, load: a)
    let resumed = machine.measured(reading(nil, nil, at: .seconds(120)))
    #expect(resumed.last == .wake(after: .milliseconds(250)))
    let started = machine.woke(reading(nil, nil, at: .milliseconds(120_250)))
    #expect(reports(started, of: b).contains { $0.isStarted })
  }

  @Test("A short load after a track that broke off starts when its sample said")
  mutating func afterBrokenTrack() {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, after: a)
    _ = machine.examined(two, .recognized)
    _ = machine.ended(one, .brokenOff(PlayerError(.interrupted, "cut")))
    _ = machine.began(two)
    let wait = machine.restarted(reading(two, .milliseconds(-250), at: .seconds(20)))
    #expect(wait.last == .wake(after: .milliseconds(250)))
    _ = machine.ended(two, .played, duration: .milliseconds(100))
    let started = machine.woke(reading(nil, nil, at: .milliseconds(20_250)))
    #expect(reports(started, of: b).contains { $0.isStarted })
  }

  @Test("A short load that libmpv had no position of starts when the load before ends")
  mutating func unknownPosition() {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, after: a)
    _ = machine.examined(two, .recognized)
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    _ = machine.restarted(reading(two, nil, at: .milliseconds(99_500)))
    let decoded = machine.ended(two, .played, duration: .milliseconds(300))
    #expect(decoded == [.wake(after: .milliseconds(500))])
    let started = machine.woke(reading(nil, nil, at: .seconds(100)))
    #expect(started.contains(.report(b, .started(anchor(.zero, 1, at: .seconds(100))))))
  }

  @Test("If two short loads were heard before it was noticed, the second started in between")
  mutating func noticedLate() {
    let (a, b, _) = playTail()
    machine.now = instant(.milliseconds(100_500))
    let actions = machine.becameIdle()
    #expect(actions.contains(.report(a, .ended(followedBy: b))))
    #expect(actions.contains(.report(b, .started(anchor(.zero, 1, at: .seconds(100))))))
    #expect(actions.contains(.report(b, .ended(followedBy: nil))))
  }

  /// A load of 0.3 s that begins after a gap, a second after the end of the load before. libmpv has
  /// decoded it 0.1 s before it is audible.
  private mutating func playAfterGap() -> (a: LoadID, b: LoadID, actions: [Action]) {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, after: a)
    _ = machine.ended(one, .played)
    _ = machine.becameIdle()
    _ = machine.began(two)
    _ = machine.restarted(reading(two, .milliseconds(-100), at: .seconds(101)))
    return (a, b, machine.ended(two, .played, duration: .milliseconds(300)))
  }

  @Test("A short load after a gap starts when it is audible, not when the load before ended")
  mutating func afterGap() {
    let (_, b, actions) = playAfterGap()
    #expect(actions == [.wake(after: .milliseconds(100))])
    let started = machine.woke(reading(nil, nil, at: .milliseconds(101_100)))
    let start = anchor(.zero, 1, at: .milliseconds(101_100))
    #expect(reports(started, of: b) == [.started(start)])
  }

  @Test("A pause delays the start of a short load after a gap")
  mutating func pausedAfterGap() {
    let (a, b, _) = playAfterGap()
    machine.now = instant(.milliseconds(101_040))
    _ = machine.setPlaying(false, load: a)
    _ = machine.measured(reading(nil, nil, at: .milliseconds(101_040)))
    machine.now = instant(.seconds(120))
    _ = machine.setPlaying(true, load: a)
    let resumed = machine.measured(reading(nil, nil, at: .seconds(120)))
    #expect(resumed.last == .wake(after: .milliseconds(60)))
    let started = machine.woke(reading(nil, nil, at: .milliseconds(120_060)))
    let start = anchor(.zero, 1, at: .milliseconds(120_060))
    #expect(reports(started, of: b) == [.started(start)])
  }

  @Test("A short load after a gap that was heard before it was noticed has started and ended")
  mutating func noticedLateAfterGap() {
    let (a, b, _) = playAfterGap()
    machine.now = instant(.milliseconds(101_400))
    let actions = machine.becameIdle()
    let start = anchor(.zero, 1, at: .milliseconds(101_100))
    #expect(actions.contains(.report(a, .ended(followedBy: b))))
    #expect(reports(actions, of: b) == [.started(start), .ended(followedBy: nil)])
  }
}
