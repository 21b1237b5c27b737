import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the machine by hand.
@Suite("A live stream that was paused", .tags(.pure))
struct LiveEdgeTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)
  /// The actions if it resumes where it is.
  private let goingOn: [Action] = [
    .setPaused(false), .wake(after: .milliseconds(300)), .measure,
  ]

  private func live(_ entry: PlaylistEntryID, _ position: Duration, at now: Duration)
    -> PlaybackSample
  {
    var reading = reading(entry, position, at: now)
    (reading.isLive, reading.isEndless) = (true, true)
    (reading.isSeekable, reading.duration) = (false, nil)
    return reading
  }

  private mutating func play(isPlaying: Bool = true) -> LoadID {
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: isPlaying)
    _ = machine.began(one)
    _ = machine.restarted(live(one, .zero, at: .zero))
    return id
  }

  /// Pauses at 10 s, measures there, and resumes.
  private mutating func pause(_ id: LoadID, for pause: Duration) -> [Action] {
    machine.now = instant(.seconds(10))
    _ = machine.setPlaying(false, load: id)
    _ = machine.measured(live(one, .seconds(10), at: .seconds(10)))
    machine.now = instant(.seconds(10) + pause)
    return machine.setPlaying(true, load: id)
  }

  @Test("After a short pause a stream continues at its position")
  mutating func short() {
    let id = play()
    #expect(pause(id, for: .seconds(60)) == goingOn)
  }

  @Test("After a long pause a stream is opened again, and reports where it continues")
  mutating func long() {
    let id = play()
    let actions = pause(id, for: .seconds(61))
    #expect(reports(actions) == [.buffering(true)])
    #expect(actions.contains(.close(one)))
    #expect(actions.contains(.open(two, id)))
    #expect(actions.contains(.beginLive(two, at: .seconds(71))))
    #expect(actions.suffix(2) == [.replace(two), .setPaused(false)])
    // Events of the old entry are irrelevant.
    _ = machine.ended(one, .stopped)
    _ = machine.began(two)
    let now = Duration.seconds(72)
    let edge = PositionAnchor(position: .seconds(71), speed: 1, instant: instant(now))
    #expect(
      reports(machine.restarted(live(two, .seconds(71), at: now)))
        == [.liveEdge(edge), .buffering(false)]
    )
    // The second time is not reported.
    #expect(
      !reports(machine.restarted(live(two, .seconds(72), at: .seconds(73)))).contains {
        if case .liveEdge = $0 { true } else { false }
      }
    )
  }

  @Test("A stream becomes stale even if it never played")
  mutating func loadedPaused() {
    let id = play(isPlaying: false)
    machine.now = instant(.seconds(61))
    #expect(machine.setPlaying(true, load: id).contains(.beginLive(two, at: .seconds(61))))
  }

  @Test("A stream may be paused again while it is opened again")
  mutating func pausedAgain() {
    let id = play()
    _ = pause(id, for: .seconds(100))
    #expect(machine.setPlaying(false, load: id).contains(.setPaused(true)))
    machine.now = instant(.seconds(300))
    #expect(machine.setPlaying(true, load: id) == goingOn)
    _ = machine.began(two)
    let reported = reports(machine.restarted(live(two, .seconds(110), at: .seconds(301))))
    #expect(reported.contains(.buffering(false)))
  }

  @Test("A stream that is gone fails")
  mutating func gone() {
    let id = play()
    _ = pause(id, for: .seconds(100))
    _ = machine.began(two)
    let error = PlayerError(.notFound, "")
    #expect(reports(machine.ended(two, .failed(error))) == [.failed(error, followedBy: nil)])
  }

  @Test(
    "A stream that may have an end is not opened again, since it would begin at its start"
  )
  mutating func likely() {
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: true)
    _ = machine.began(one)
    var reading = live(one, .zero, at: .zero)
    reading.isEndless = false
    _ = machine.restarted(reading)
    #expect(pause(id, for: .seconds(1_000)) == goingOn)
  }

  @Test("A stream is waited for when it is opened again, and not when it is first opened")
  mutating func resumed() {
    let id = play()
    #expect(!machine.continuesLive(one))
    _ = pause(id, for: .seconds(61))
    #expect(machine.continuesLive(two) && !machine.continuesLive(one))
    _ = machine.began(two)
    _ = machine.restarted(live(two, .seconds(71), at: .seconds(72)))
    #expect(!machine.continuesLive(two))
  }

  @Test("A track, unlike a stream, stays paused for any time")
  mutating func track() {
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    #expect(pause(id, for: .seconds(1_000)) == goingOn)
  }
}
