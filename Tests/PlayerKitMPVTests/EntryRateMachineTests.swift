import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the machine by hand: the next load has its own rate.
@Suite(.tags(.pure))
struct EntryRateMachineTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)

  /// The rates that are sent to libmpv.
  private func rates(_ actions: [Action]) -> [Double] {
    actions.compactMap { if case .setOutput(let settings) = $0 { settings.rate } else { nil } }
  }

  /// A playing load (entry 1), and the next one at twice the rate (entry 2).
  private mutating func play() -> (a: LoadID, b: LoadID) {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, rate: 2, after: a)
    #expect(rates(machine.examined(two, .recognized)).isEmpty)
    return (a, b)
  }

  /// The same, once libmpv has begun the next load. The tail sounds for 0.4 s.
  private mutating func playTail() -> (a: LoadID, b: LoadID) {
    let (a, b) = play()
    #expect(rates(machine.ended(one, .played)).isEmpty)
    #expect(rates(machine.began(two)) == [2])
    return (a, b)
  }

  @Test("libmpv gets the next load's rate with it, and reports use it once it is heard")
  mutating func getsSpeed() {
    let (a, b) = playTail()
    // libmpv computes the output's delay with the new rate.
    let loaded = machine.restarted(reading(two, .milliseconds(-800)))
    #expect(loaded.last == .wake(after: .milliseconds(400)))
    let tail = machine.measure(a) + machine.measured(reading(two, .milliseconds(-800)))
    #expect(reports(tail, of: a).allSatisfy { $0.anchor?.speed == 1 })
    let actions = machine.woke(reading(two, .zero))
    let start = PositionAnchor(position: .zero, speed: 2, instant: instant(.zero))
    #expect(reports(actions, of: b) == [.started(start)])
    #expect(rates(actions).isEmpty)
    var settings = OutputSettings()
    settings.rate = 2
    // The queue sets the rate as well. The position is certain nevertheless.
    #expect(!machine.setOutput(settings).contains(.measure))
  }

  @Test("Other settings do not change the next load's rate")
  mutating func otherSettings() {
    _ = playTail()
    var settings = OutputSettings()
    settings.volume = 0.5
    #expect(rates(machine.setOutput(settings)) == [2])
  }

  @Test("If another load follows, or none, the rate goes back", arguments: [true, false])
  mutating func goesBack(isReplaced: Bool) {
    let (a, _) = playTail()
    let next = isReplaced ? ids.nextLoad() : nil
    #expect(rates(machine.setNext(id: next, position: .zero, after: a)) == [1])
  }

  @Test("A seek back from the tail restores the load's rate")
  mutating func seeksBack() {
    let (a, _) = playTail()
    let actions = machine.seek(to: .seconds(1), id: ids.nextSeek(), load: a)
    #expect(rates(actions) == [1])
    #expect(machine.next?.rate == 2)
  }

  @Test("If the next load fails, the rate goes back")
  mutating func fails() {
    _ = playTail()
    #expect(rates(machine.ended(two, .failed(PlayerError(.notFound, "gone")))) == [1])
  }

  @Test(
    "A load that begins on command has its rate, known to libmpv or not",
    arguments: [true, false]
  )
  mutating func begins(isInTail: Bool) {
    let (a, b) = isInTail ? playTail() : play()
    #expect(rates(machine.playNext(b, after: a, isPlaying: true)) == (isInTail ? [] : [2]))
    #expect(machine.output.rate == 2)
  }

  @Test("A load that replaces a failed one has its rate")
  mutating func followsFailure() {
    _ = play()
    #expect(rates(machine.ended(one, .failed(PlayerError(.interrupted, "cut")))) == [2])
  }
}
