import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// Feeds the machine by hand. The tests play the part of libmpv.
@Suite(.tags(.pure))
struct MPVEngineStateMachineTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)

  private func anchor(_ position: Duration, _ speed: Double, at now: Duration = .zero)
    -> PositionAnchor
  {
    PositionAnchor(position: position, speed: speed, instant: instant(now))
  }

  /// A playing load (entry 1).
  private mutating func play() -> LoadID {
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    return id
  }

  /// Sets the next load (entry 2), and recognizes its first bytes.
  private mutating func follow(_ a: LoadID) -> LoadID {
    let b = ids.nextLoad()
    _ = machine.setNext(id: b, position: .zero, after: a)
    _ = machine.examined(two, .recognized)
    return b
  }

  /// A load in its tail, and the next one (entry 2), begun but not audible yet.
  private mutating func playTail() -> (a: LoadID, b: LoadID) {
    let a = play()
    let b = follow(a)
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    _ = machine.restarted(reading(two, .milliseconds(-400)))
    return (a, b)
  }

  // MARK: Loading

  @Test("A load is ready with the first restart, and not before")
  mutating func loadReadyFirstRestart() {
    let id = ids.nextLoad()
    #expect(
      machine.load(id: id, position: .zero, isPlaying: true)
        == [.wake(after: nil), .open(one, id), .replace(one), .setPaused(false)]
    )
    #expect(machine.began(one).isEmpty)
    let media = LoadedMedia(
      anchor: anchor(.zero, 1),
      duration: .seconds(100),
      isSeekable: true
    )
    #expect(reports(machine.restarted(reading(one, .zero))) == [.loaded(media)])
  }

  @Test("Events of an older load change nothing")
  mutating func whatBelongsOlderLoad() {
    let old = play()
    let new = ids.nextLoad()
    let actions = machine.load(id: new, position: .zero, isPlaying: true)
    #expect(actions.first == .report(old, .superseded))
    #expect(machine.restarted(reading(one, .seconds(1))).isEmpty)
    #expect(machine.ended(one, .played).isEmpty)
    #expect(machine.becameIdle().isEmpty)
    #expect(machine.current?.id == new)
    #expect(machine.setPlaying(false, load: old).isEmpty)
    #expect(machine.unload(old).isEmpty)
  }

  @Test("A start position is reached in silence")
  mutating func startPositionReachedSilence() {
    let id = ids.nextLoad()
    #expect(
      machine.load(id: id, position: .seconds(30), isPlaying: true).contains(.setPaused(true))
    )
    _ = machine.began(one)
    #expect(machine.setPlaying(false, load: id).isEmpty)
    #expect(machine.setPlaying(true, load: id).isEmpty)
    #expect(machine.restarted(reading(one, .zero)) == [.seek(one, .seconds(30))])
    #expect(machine.seekBegan().isEmpty)
    let actions = machine.restarted(reading(one, .seconds(30)))
    #expect(actions.first == .setPaused(false))
    #expect(reports(actions).map(\.isLoaded) == [true])
  }

  @Test("A failure is the last report of a load")
  mutating func failureLastHeardLoad() {
    let id = play()
    let error = PlayerError(.interrupted, "cut")
    #expect(
      machine.ended(one, .failed(error))
        == [.report(id, .failed(error, followedBy: nil)), .close(one)]
    )
    #expect(machine.becameIdle().isEmpty)
    #expect(machine.unload(id).isEmpty)
    #expect(machine.close() == [.wake(after: nil)])
  }

  @Test("The end is reported when the tail was heard")
  mutating func endToldWhenTail() {
    let id = play()
    #expect(machine.ended(one, .played).isEmpty)
    #expect(reports(machine.becameIdle()) == [.ended(followedBy: nil)])
    #expect(machine.becameIdle().isEmpty)
    #expect(machine.current?.id != id)
  }

  @Test("A track that broke off fails when its tail was heard")
  mutating func trackBrokeOffFails() {
    _ = play()
    let error = PlayerError(.interrupted, "cut")
    #expect(machine.ended(one, .brokenOff(error)).isEmpty)
    #expect(reports(machine.becameIdle()) == [.failed(error, followedBy: nil)])
  }

  @Test("After the close every load is superseded at once")
  mutating func afterCloseEveryLoad() {
    let id = play()
    #expect(reports(machine.close()) == [.released])
    let late = ids.nextLoad()
    #expect(
      machine.load(id: late, position: .zero, isPlaying: true) == [.report(late, .superseded)]
    )
    #expect(
      machine.setNext(id: late, position: .zero, after: id) == [.report(late, .superseded)]
    )
    #expect(machine.close().isEmpty)
  }

  // MARK: Seeking

  @Test("Only the last of many seeks is reported")
  mutating func stormSeeksLastOne() {
    let id = play()
    let seeks = (0..<4).map { _ in ids.nextSeek() }
    #expect(machine.seek(to: .seconds(10), id: seeks[0], load: id) == [.seek(one, .seconds(10))])
    #expect(machine.seek(to: .seconds(20), id: seeks[1], load: id).isEmpty)
    #expect(machine.seek(to: .seconds(30), id: seeks[2], load: id).isEmpty)
    // An older restart, on its way when the first seek was sent.
    #expect(machine.restarted(reading(one, .zero)).isEmpty)
    #expect(machine.seekBegan() == [.seek(one, .seconds(30))])
    #expect(machine.restarted(reading(one, .seconds(10))).isEmpty)
    #expect(machine.seekBegan().isEmpty)
    #expect(machine.seek(to: .seconds(40), id: seeks[3], load: id) == [.seek(one, .seconds(40))])
    #expect(machine.restarted(reading(one, .seconds(30))).isEmpty)
    #expect(machine.seekBegan().isEmpty)
    #expect(
      reports(machine.restarted(reading(one, .seconds(40))))
        == [.seekCompleted(seeks[3], anchor(.seconds(40), 1))]
    )
  }

  @Test("A seek that the media refuses is settled at the current position")
  mutating func seekMediaRefusesSettled() {
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: true)
    _ = machine.began(one)
    var fixed = reading(one, .zero)
    fixed.isSeekable = false
    _ = machine.restarted(fixed)
    let seek = ids.nextSeek()
    #expect(machine.seek(to: .seconds(10), id: seek, load: id) == [.measure])
    fixed.position = .seconds(3)
    #expect(
      reports(machine.measured(fixed)) == [.seekCompleted(seek, anchor(.seconds(3), 1))]
    )
  }

  @Test("A seek that arrives after the end returns into the track")
  mutating func seekEndOvertakesGoes() {
    let id = play()
    let seek = ids.nextSeek()
    _ = machine.seek(to: .seconds(10), id: seek, load: id)
    let actions = machine.ended(one, .played)
    #expect(actions.contains(.replace(two)))
    #expect(reports(actions).isEmpty)
    _ = machine.began(two)
    #expect(machine.restarted(reading(two, .zero)) == [.seek(two, .seconds(10))])
    _ = machine.seekBegan()
    #expect(
      reports(machine.restarted(reading(two, .seconds(10)))).first
        == .seekCompleted(seek, anchor(.seconds(10), 1))
    )
  }

  @Test("A seek past the end is the end")
  mutating func seekPastEndEnd() {
    let id = play()
    _ = machine.seek(to: .seconds(1_000), id: ids.nextSeek(), load: id)
    _ = machine.ended(one, .played)
    #expect(reports(machine.becameIdle()) == [.ended(followedBy: nil)])
  }

  @Test("A seek is settled at its target, at any speed", arguments: [0.5, 1, 2, 4])
  mutating func settlesAtSpeed(rate: Double) {
    let (id, seek) = (play(), ids.nextSeek())
    var settings = OutputSettings()
    settings.rate = rate
    _ = machine.setOutput(settings)
    _ = machine.seek(to: .seconds(50), id: seek, load: id)
    _ = machine.seekBegan()
    // The output buffers a third of a second, which libmpv computes with the new rate.
    let lag = Duration.seconds(1.0 / 3) * rate
    #expect(
      reports(machine.restarted(reading(one, .seconds(50) - lag)))
        == [.seekCompleted(seek, anchor(.seconds(50), rate))]
    )
  }

  @Test("A seek to just before the end is settled there", arguments: [1, 4.0])
  mutating func settlesBeforeEnd(rate: Double) {
    let a = play()
    _ = follow(a)
    let seek = ids.nextSeek()
    var settings = OutputSettings()
    settings.rate = rate
    _ = machine.setOutput(settings)
    _ = machine.seek(to: .milliseconds(99_900), id: seek, load: a)
    _ = machine.seekBegan()
    #expect(
      reports(machine.restarted(reading(one, .seconds(100))))
        == [.seekCompleted(seek, anchor(.milliseconds(99_900), rate))]
    )
    // The tail continues, and the next load is not waited for.
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    #expect(machine.measured(reading(two, nil)) == [.wake(after: .milliseconds(100) / rate)])
  }

  @Test("A seek to just before the end is answered, even if libmpv continued before it was read")
  mutating func answersUnreadSeek() {
    let (id, seek) = (play(), ids.nextSeek())
    _ = machine.seek(to: .seconds(99.9), id: seek, load: id)
    _ = machine.seekBegan()
    #expect(machine.restarted(reading(two, nil)).isEmpty)
    #expect(
      reports(machine.ended(one, .played)) == [.seekCompleted(seek, anchor(.seconds(99.9), 1))]
    )
  }

  @Test("A seek past the end is settled at the end")
  mutating func settlesAtEnd() {
    let (id, seek) = (play(), ids.nextSeek())
    _ = machine.setPlaying(false, load: id)
    _ = machine.seek(to: .seconds(100.2), id: seek, load: id)
    _ = machine.seekBegan()
    #expect(
      reports(machine.restarted(reading(one, .seconds(100))))
        == [.seekCompleted(seek, anchor(.seconds(100), 0))]
    )
  }

  @Test("In a pause at the end nothing waits for the next load")
  mutating func pausedAtEnd() {
    let a = play()
    _ = follow(a)
    _ = machine.setPlaying(false, load: a)
    _ = machine.seek(to: .seconds(200), id: ids.nextSeek(), load: a)
    _ = machine.seekBegan()
    _ = machine.restarted(reading(one, .seconds(100)))
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    #expect(machine.measured(reading(two, nil)) == [.wake(after: nil)])
    // It is reported once playback is wanted.
    _ = machine.setPlaying(true, load: a)
    #expect(reports(machine.measured(reading(two, nil))).contains(.buffering(true)))
  }

  @Test("A load begins at its start position, at any speed", arguments: [1, 4.0])
  mutating func startsAtSpeed(rate: Double) {
    var settings = OutputSettings()
    settings.rate = rate
    _ = machine.setOutput(settings)
    _ = machine.load(id: ids.nextLoad(), position: .seconds(50), isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.seekBegan()
    let loaded = reports(machine.restarted(reading(one, .seconds(50) - .seconds(0.4) * rate)))
    #expect(loaded.first?.anchor == anchor(.seconds(50), rate))
  }

  // MARK: The next load

  @Test("The next load is reported when it is heard")
  mutating func whatFollowsReportedWhen() {
    let (a, b) = playTail()
    #expect(machine.woke(reading(two, .milliseconds(-20))) == [.wake(after: .milliseconds(20))])
    let actions = machine.woke(reading(two, .milliseconds(1)))
    #expect(
      actions.prefix(3) == [
        .wake(after: nil), .report(a, .ended(followedBy: b)),
        .report(b, .started(anchor(.milliseconds(1), 1))),
      ]
    )
    #expect(machine.current?.id == b)
    #expect(machine.next == nil)
  }

  @Test("Playback waits if the next load is not ready when the tail was heard")
  mutating func playbackWaitsWhereWhat() {
    let a = play()
    let b = follow(a)
    _ = machine.ended(one, .played)
    #expect(machine.began(two) == [.measure])
    #expect(
      machine.measured(reading(two, nil, at: .seconds(99))) == [.wake(after: .seconds(1))]
    )
    #expect(
      machine.woke(reading(two, nil, at: .seconds(100))) == [
        .report(a, .buffering(true)),
        .report(a, .position(anchor(.seconds(100), 0, at: .seconds(100)))),
      ]
    )
    #expect(machine.woke(reading(two, nil, at: .seconds(101))).isEmpty)
    let heard = machine.restarted(reading(two, .zero, at: .seconds(102)))
    #expect(heard.contains(.report(a, .ended(followedBy: b))))
    #expect(reports(heard).last?.isStarted == true)
  }

  @Test("A pause stops the wait for the audible moment")
  mutating func pauseStopsWaitAudible() {
    let (a, _) = playTail()
    #expect(
      machine.setPlaying(false, load: a) == [.setPaused(true), .wake(after: nil), .measure]
    )
    #expect(machine.measured(reading(two, .milliseconds(-300))).last == .wake(after: nil))
    _ = machine.setPlaying(true, load: a)
    #expect(
      machine.measured(reading(two, .milliseconds(-300))).last
        == .wake(after: .milliseconds(300))
    )
  }

  @Test("A next load that was removed too late is dropped when it would be heard")
  mutating func whatRevokedLateGives() {
    let (a, b) = playTail()
    let c = ids.nextLoad()
    let actions = machine.setNext(id: c, position: .zero, after: a)
    #expect(
      actions == [.report(b, .superseded), .close(two), .open(three, c), .examine(three)]
    )
    #expect(machine.examined(three, .recognized).isEmpty)
    #expect(machine.woke(reading(two, .zero)).suffix(2) == [.replace(three), .setPaused(false)])
    #expect(machine.ended(two, .stopped).isEmpty)
    #expect(machine.becameIdle().isEmpty)
    _ = machine.began(three)
    let heard = machine.restarted(reading(three, .zero))
    #expect(reports(heard).map(\.isLoaded) == [true, false, false])
    #expect(heard.contains(.report(a, .ended(followedBy: c))))
    #expect(reports(heard).last?.isStarted == true)
  }

  @Test("A removal that libmpv overtakes is noticed when the load begins")
  mutating func revocationLibmpvOvertakesNoticed() {
    let a = play()
    let (_, c) = (follow(a), ids.nextLoad())
    let actions = machine.setNext(id: c, position: .zero, after: a)
    #expect(actions.contains(.clearPlaylist))
    #expect(machine.examined(three, .recognized) == [.append(three)])
    _ = machine.ended(one, .played)
    #expect(machine.began(two) == [.clearPlaylist])
    #expect(
      machine.restarted(reading(two, .milliseconds(-100))) == [.wake(after: .milliseconds(100))]
    )
    #expect(machine.woke(reading(two, .zero)).suffix(2) == [.replace(three), .setPaused(false)])
  }

  @Test("Nothing follows if the next load was removed too late")
  mutating func nothingFollowsWhereSaid() {
    let (a, _) = playTail()
    #expect(reports(machine.setNext(id: nil, position: .zero, after: a)) == [.superseded])
    let actions = machine.woke(reading(two, .zero))
    #expect(reports(actions) == [.ended(followedBy: nil)])
    #expect(actions.last == .stop)
  }

  @Test("A next load that fails does not change the tail")
  mutating func followerFailsLeavesTail() {
    let a = play()
    let b = follow(a)
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    let error = PlayerError(.notFound, "gone")
    #expect(
      machine.ended(two, .failed(error)).first
        == .report(b, .failed(error, followedBy: nil))
    )
    #expect(reports(machine.becameIdle()) == [.ended(followedBy: nil)])
  }

  @Test("A next load shorter than the buffer starts and ends in order")
  mutating func followerShorterThanBuffer() {
    let (a, b) = playTail()
    #expect(reports(machine.ended(two, .played)).isEmpty)
    let actions = machine.becameIdle()
    #expect(
      actions.filter { if case .report = $0 { true } else { false } } == [
        .report(a, .ended(followedBy: b)), .report(b, .started(anchor(.zero, 1))),
        .report(b, .ended(followedBy: nil)),
      ]
    )
  }

  @Test("If a load fails at once, the next one follows")
  mutating func loadFailsOnceHands() {
    let a = ids.nextLoad()
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    let b = follow(a)
    _ = machine.began(one)
    let error = PlayerError(.notFound, "gone")
    #expect(
      machine.ended(one, .failed(error)).first == .report(a, .failed(error, followedBy: b))
    )
    _ = machine.began(two)
    let actions = reports(machine.restarted(reading(two, .zero)))
    #expect(actions.map(\.isLoaded) == [true, false])
    #expect(actions.last?.isStarted == true)
  }

  @Test("A load that does not begin at 0 is never appended")
  mutating func whatBeginsElsewhereThan() {
    let a = play()
    let b = ids.nextLoad()
    #expect(
      machine.setNext(id: b, position: .seconds(5), after: a) == [.open(two, b), .examine(two)]
    )
    #expect(machine.examined(two, .recognized).isEmpty)
    _ = machine.ended(one, .played)
    #expect(
      machine.becameIdle() == [.wake(after: nil), .setPaused(true), .replace(two)]
    )
    _ = machine.began(two)
    #expect(machine.restarted(reading(two, .zero)) == [.seek(two, .seconds(5))])
    _ = machine.seekBegan()
    let actions = machine.restarted(reading(two, .seconds(5)))
    #expect(actions.first == .setPaused(false))
    #expect(actions.contains(.report(a, .ended(followedBy: b))))
  }

  @Test("Unloading a load while its tail is heard unloads the next one too")
  mutating func loadGivenBackWhile() {
    let (a, b) = playTail()
    let actions = machine.unload(a)
    #expect(
      actions == [
        .wake(after: nil), .setPaused(true), .stop,
        .report(b, .superseded), .close(two), .report(a, .released), .close(one),
      ]
    )
    #expect(machine.woke(reading(two, .zero)).isEmpty)
  }
}
