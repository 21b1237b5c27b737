import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the machine by hand: loads that must not fail in libmpv, and the effects of a failure.
@Suite(.tags(.pure))
struct RefusedNextTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)
  private let broken = PlayerError(.unsupportedFormat, "Broken.")

  /// A playing load (entry 1), and the next one (entry 2), recognized.
  private mutating func play() -> (a: LoadID, b: LoadID) {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    _ = machine.setNext(id: b, position: .zero, after: a)
    #expect(machine.examined(two, .recognized) == [.append(two)])
    return (a, b)
  }

  /// The same, after libmpv has begun the next load.
  private mutating func playTail() -> (a: LoadID, b: LoadID) {
    let loads = play()
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    return loads
  }

  @Test("The next load must not fail while the tail is heard")
  mutating func whatFollowsMustFail() {
    _ = playTail()
    #expect(machine.mustNotFail(two))
    #expect(!machine.mustNotFail(one))
  }

  @Test("A load that was removed too late must not fail either")
  mutating func norMustWhatRevoked() {
    let (a, _) = playTail()
    _ = machine.setNext(id: nil, position: .zero, after: a)
    #expect(machine.mustNotFail(two))
  }

  @Test("A load that begins in silence may fail")
  mutating func whatBeginsSilenceMay() {
    _ = machine.load(id: ids.nextLoad(), position: .zero, isPlaying: true)
    _ = machine.began(one)
    #expect(!machine.mustNotFail(one))
  }

  @Test("A load that begins after the tail was heard may fail")
  mutating func whatBeginsWhenTail() {
    let (a, _) = play()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, after: a)
    _ = machine.ended(one, .played)
    _ = machine.becameIdle()
    _ = machine.began(three)
    #expect(!machine.mustNotFail(three))
  }

  @Test("If silence replaces a failed load, the previous load ends with the silence")
  mutating func whereSilenceTakesPlace() {
    let (a, b) = playTail()
    #expect(
      machine.ended(two, .failed(broken))
        == [.report(b, .failed(broken, followedBy: nil)), .close(two)]
    )
    #expect(machine.restarted(reading(two, .milliseconds(-400))).isEmpty)
    #expect(machine.ended(two, .played).isEmpty)
    #expect(machine.becameIdle().first == .report(a, .ended(followedBy: nil)))
  }

  @Test("A load set after the failure begins when the tail was heard")
  mutating func whatSetThenBegins() {
    let (a, _) = playTail()
    _ = machine.ended(two, .failed(broken))
    let c = ids.nextLoad()
    #expect(
      machine.setNext(id: c, position: .zero, after: a) == [.open(three, c), .examine(three)]
    )
    #expect(machine.examined(three, .recognized).isEmpty)
    _ = machine.restarted(reading(two, .milliseconds(-400)))
    _ = machine.ended(two, .played)
    #expect(machine.becameIdle().contains(.replace(three)))
  }
}
