import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the state machine by hand: the next load begins on command, wherever it is.
@Suite(.tags(.pure))
struct BeginNextTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)

  /// A playing load (entry 1), and the next one (entry 2).
  private mutating func play() -> (a: LoadID, b: LoadID) {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, after: a)
    return (a, b)
  }

  /// The same in the tail of the first load: libmpv already has the second one open.
  private mutating func playTail() -> (a: LoadID, b: LoadID) {
    let (a, b) = play()
    _ = machine.examined(two, .recognized)
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    return (a, b)
  }

  /// The end of the previous entry in libmpv is not the end of a load. Then the next one sounds.
  private mutating func expectStart(of b: LoadID, entry: PlaylistEntryID) {
    #expect(machine.ended(one, .stopped).isEmpty)
    _ = machine.began(entry)
    let told = reports(machine.restarted(reading(entry, .zero)), of: b)
    #expect(told.count { if case .loaded = $0 { true } else { false } } == 1)
    #expect(told.count { if case .started = $0 { true } else { false } } == 1)
  }

  @Test("The next load replaces the current one, appended or not", arguments: [true, false])
  mutating func takesPlaceCurrentLoad(isAppended: Bool) {
    let (a, b) = play()
    if isAppended { _ = machine.examined(two, .recognized) }
    #expect(
      machine.playNext(b, after: a, isPlaying: true) == [
        .wake(after: nil), .report(a, .superseded), .close(one), .replace(two), .setPaused(false),
      ]
    )
    #expect(machine.examined(two, .recognized).isEmpty)
    expectStart(of: b, entry: two)
  }

  @Test("The next load can begin paused")
  mutating func canBegunPaused() {
    let (a, b) = play()
    let actions = machine.playNext(b, after: a, isPlaying: false)
    #expect(actions.suffix(2) == [.setPaused(true), .replace(two)])
    _ = machine.began(two)
    let told = reports(machine.restarted(reading(two, .zero)), of: b)
    #expect(told.contains { $0.isStarted && $0.anchor?.speed == 0 })
  }

  @Test("In the tail, a seek drops the rest of the current load")
  mutating func tailSeekDropsWhat() {
    let (a, b) = playTail()
    _ = machine.restarted(reading(two, .milliseconds(-400)))
    let actions = machine.playNext(b, after: a, isPlaying: true)
    #expect(actions.contains(.report(a, .superseded)))
    #expect(actions.last == .seek(two, .zero))
    #expect(!actions.contains(.replace(two)))
    #expect(machine.restarted(reading(two, .milliseconds(-300))).isEmpty)
    #expect(machine.seekBegan().isEmpty)
    let told = reports(machine.restarted(reading(two, .zero)), of: b)
    #expect(told.contains { $0.isStarted && $0.anchor?.position == .zero })
  }

  @Test("In the tail, a load that can't be heard yet seeks to its beginning as soon as it can")
  mutating func tailBeforeCanSound() {
    let (a, b) = playTail()
    let actions = machine.playNext(b, after: a, isPlaying: true)
    #expect(actions.contains(.setPaused(true)))
    #expect(machine.restarted(reading(two, .milliseconds(-400))) == [.seek(two, .zero)])
    _ = machine.seekBegan()
    let settled = machine.restarted(reading(two, .zero))
    #expect(settled.contains(.setPaused(false)))
    #expect(reports(settled, of: b).contains { $0.isStarted })
  }

  @Test("An entry that libmpv has already finished is opened again")
  mutating func whatLibmpvDoneAlready() {
    let (a, b) = playTail()
    _ = machine.restarted(reading(two, .milliseconds(-400)))
    _ = machine.ended(two, .played)
    let actions = machine.playNext(b, after: a, isPlaying: true)
    #expect(
      actions.suffix(4) == [.close(two), .open(three, b), .replace(three), .setPaused(false)]
    )
    _ = machine.began(three)
    #expect(
      reports(machine.restarted(reading(three, .zero)), of: b).contains { $0.isStarted }
    )
  }

  @Test("If playback waits for the next load already, it keeps waiting")
  mutating func wherePlaybackWaitsAlready() {
    let (a, b) = play()
    _ = machine.ended(one, .played)
    #expect(machine.becameIdle().suffix(2) == [.replace(two), .setPaused(false)])
    let actions = machine.playNext(b, after: a, isPlaying: true)
    #expect(!actions.contains(.replace(two)))
    _ = machine.began(two)
    #expect(reports(machine.restarted(reading(two, .zero)), of: b).contains { $0.isStarted })
  }

  @Test("If another load is next, everything falls silent")
  mutating func whereSomethingElseFollows() {
    let (a, b) = play()
    let actions = machine.playNext(ids.nextLoad(), after: a, isPlaying: true)
    #expect(reports(actions, of: a) == [.superseded])
    #expect(reports(actions, of: b) == [.superseded])
    #expect(actions.suffix(2) == [.setPaused(true), .stop])
  }

  @Test("A load after another than the current one does not begin")
  mutating func loadCurrentNothingBegun() {
    let (_, b) = play()
    #expect(machine.playNext(b, after: ids.nextLoad(), isPlaying: true).isEmpty)
  }

  private func looks(_ actions: [Action]) -> Bool {
    actions.contains {
      switch $0 {
      case .wake, .measure: true
      default: false
      }
    }
  }

  @Test("The position is corrected while a device wakes up, and not measured after that")
  mutating func correctsUntilRight() {
    let (a, b) = play()
    _ = machine.playNext(b, after: a, isPlaying: true)
    _ = machine.began(two)
    #expect(machine.restarted(reading(two, .zero)).last == .wake(after: .milliseconds(300)))
    // The device's clock stands still for a second.
    for time in [300, 600, 900] {
      let now = Duration.milliseconds(time)
      let actions = machine.woke(reading(two, .milliseconds(200), at: now))
      let heard = PositionAnchor(position: .milliseconds(200), speed: 1, instant: instant(now))
      #expect(actions == [.report(b, .position(heard)), .wake(after: .milliseconds(300))])
    }
    let right = machine.woke(reading(two, .milliseconds(500), at: .milliseconds(1_200)))
    #expect(!looks(right) && reports(right).isEmpty)
  }

  @Test("The position is measured after a pause until it is right")
  mutating func correctsAfterPause() {
    let (a, _) = play()
    _ = machine.setPlaying(false, load: a)
    #expect(machine.setPlaying(true, load: a).contains(.wake(after: .milliseconds(300))))
  }

  @Test("The position is measured after buffering until it is right")
  mutating func correctsAfterBuffering() {
    _ = play()
    #expect(!looks(machine.buffering(true, reading(one, .seconds(1), at: .seconds(1)))))
    let actions = machine.buffering(false, reading(one, .seconds(1), at: .seconds(2)))
    #expect(actions.contains(.wake(after: .milliseconds(300))))
  }
}
