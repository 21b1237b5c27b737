import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// Feeds the machine by hand: the next load goes to libmpv only once its first bytes are known.
@Suite(.tags(.pure))
struct ExaminedNextTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)
  private let gone = PlayerError(.notFound, "Gone.")

  /// A playing load (entry 1), and the next one (entry 2).
  private mutating func play() -> (a: LoadID, b: LoadID) {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    #expect(
      machine.setNext(id: b, position: .zero, after: a) == [.open(two, b), .examine(two)]
    )
    return (a, b)
  }

  @Test("A recognized load is appended")
  mutating func whatRecognizedAppended() {
    _ = play()
    #expect(machine.examined(two, .recognized) == [.append(two)])
    #expect(machine.examined(two, .failed(gone)).isEmpty)
  }

  @Test("The first bytes are reported, with whether they are live, until the load is ready")
  mutating func firstBytesToldWhether() {
    let (_, b) = play()
    for isLive in [true, false] {
      #expect(machine.opened(two, isLive: isLive) == [.report(b, .opened(isLive: isLive))])
    }
    #expect(machine.opened(three, isLive: false).isEmpty)
    _ = machine.examined(two, .recognized)
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    _ = machine.restarted(reading(two, .milliseconds(-400)))
    #expect(machine.opened(two, isLive: false).isEmpty)
  }

  @Test("A load that begins too deep in its media waits until the tail was heard")
  mutating func whatBeginsDeepMedia() {
    let (a, _) = play()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, joint: .apart, after: a)
    #expect(machine.examined(three, .recognized).isEmpty)
    _ = machine.ended(one, .played)
    #expect(machine.becameIdle().contains(.replace(three)))
  }

  @Test("A load that can't be opened fails at once, and the current load ends by itself")
  mutating func whatCantOpenedFails() {
    let (a, b) = play()
    #expect(
      machine.examined(two, .failed(gone))
        == [.report(b, .failed(gone, followedBy: nil)), .close(two)]
    )
    #expect(machine.ended(one, .played).isEmpty)
    #expect(machine.becameIdle().first == .report(a, .ended(followedBy: nil)))
  }

  @Test(
    "A load that isn't recognized, or not yet, begins after the tail was heard",
    arguments: [Verdict.unknown, nil]
  )
  mutating func whatIsntRecognizedOr(
    verdict: Verdict?
  ) {
    let (a, b) = play()
    if let verdict { #expect(machine.examined(two, verdict).isEmpty) }
    #expect(machine.ended(one, .played).isEmpty)
    #expect(machine.becameIdle() == [.wake(after: nil), .replace(two), .setPaused(false)])
    // From now on libmpv decides about it.
    #expect(machine.examined(two, .failed(gone)).isEmpty)
    _ = machine.began(two)
    #expect(
      machine.restarted(reading(two, .zero)).contains(.report(a, .ended(followedBy: b)))
    )
  }

  @Test("A load that isn't recognized and then fails ends the current load too")
  mutating func whatIsntRecognizedThen() {
    let (a, b) = play()
    _ = machine.examined(two, .unknown)
    _ = machine.ended(one, .played)
    _ = machine.becameIdle()
    _ = machine.began(two)
    #expect(
      machine.ended(two, .failed(gone)).prefix(3) == [
        .report(b, .failed(gone, followedBy: nil)), .close(two),
        .report(a, .ended(followedBy: nil)),
      ]
    )
  }

  @Test("A verdict during the tail changes nothing, unless it is a failure")
  mutating func verdictComesTailChanges() {
    let (_, b) = play()
    _ = machine.ended(one, .played)
    #expect(machine.examined(two, .recognized).isEmpty)
    #expect(machine.becameIdle().suffix(2) == [.replace(two), .setPaused(false)])
    #expect(machine.next?.slot.id == b)
  }

  @Test("A verdict on a replaced load is ignored")
  mutating func verdictWhatReplacedMeans() {
    let (a, _) = play()
    let c = ids.nextLoad()
    #expect(
      machine.setNext(id: c, position: .zero, after: a).suffix(3)
        == [.close(two), .open(three, c), .examine(three)]
    )
    #expect(machine.examined(two, .recognized).isEmpty)
    #expect(machine.examined(two, .failed(gone)).isEmpty)
    #expect(machine.examined(three, .recognized) == [.append(three)])
  }

  @Test("If the current load fails, the load under examination follows")
  mutating func currentLoadFailsHands() {
    let (a, b) = play()
    let actions = machine.ended(one, .failed(gone))
    #expect(actions.first == .report(a, .failed(gone, followedBy: b)))
    #expect(actions.suffix(2) == [.replace(two), .setPaused(false)])
    #expect(machine.examined(two, .failed(gone)).isEmpty)
  }

  @Test("A seek back from the tail keeps the examined load, and appends it then")
  mutating func seekBackFromTail() {
    let (a, _) = play()
    _ = machine.ended(one, .played)
    _ = machine.examined(two, .recognized)
    let actions = machine.seek(to: .seconds(5), id: ids.nextSeek(), load: a)
    #expect(actions.suffix(2) == [.replace(three), .append(two)])
  }
}
