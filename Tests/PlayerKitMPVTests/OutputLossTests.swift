import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the machine by hand: the output vanishes and returns. The tests play the part of libmpv.
@Suite(.tags(.pure))
struct OutputLossTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)

  private mutating func play(isPlaying: Bool = true) -> LoadID {
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: isPlaying)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    return id
  }

  @Test("If the output vanishes, the load is paused and suppressed at its heard position")
  mutating func vanishes() {
    _ = play()
    let actions = machine.outputVanished(now: instant(.seconds(5)))
    let heard = PositionAnchor(position: .seconds(5), speed: 0, instant: instant(.seconds(5)))
    #expect(actions.first == .setPaused(true))
    #expect(reports(actions) == [.suppressed(.outputLost), .position(heard)])
    #expect(actions.last == .seek(one, .seconds(5)))
    // The sound that libmpv wrote to a lost output does not count for the position.
    #expect(reports(machine.measured(reading(one, .milliseconds(5400), at: .seconds(6)))).isEmpty)
  }

  @Test("Each time the output is still missing, libmpv seeks back")
  mutating func inVain() {
    _ = play()
    _ = machine.outputVanished(now: instant(.seconds(5)))
    _ = machine.seekBegan()
    _ = machine.restarted(reading(one, .seconds(5), at: .seconds(5)))
    #expect(machine.outputVanished(now: instant(.seconds(9))) == [.seek(one, .seconds(5))])
  }

  @Test("When the output returns, the load continues once libmpv is at the heard position")
  mutating func comesBack() {
    _ = play()
    _ = machine.outputVanished(now: instant(.seconds(5)))
    _ = machine.seekBegan()
    _ = machine.restarted(reading(one, .seconds(5), at: .seconds(5)))
    #expect(machine.outputReturned() == [.seek(one, .seconds(5))])
    #expect(machine.outputReturned().isEmpty)
    _ = machine.seekBegan()
    let actions = machine.restarted(reading(one, .seconds(5), at: .seconds(30)))
    #expect(actions.contains(.setPaused(false)))
    #expect(reports(actions).first == .suppressed(nil))
    let anchor = PositionAnchor(position: .seconds(5), speed: 1, instant: instant(.seconds(30)))
    #expect(reports(actions).contains(.position(anchor)))
  }

  @Test("Commands during the loss take effect when the output returns")
  mutating func commandedMeanwhile() {
    let id = play(isPlaying: false)
    _ = machine.outputVanished(now: instant(.seconds(5)))
    _ = machine.seekBegan()
    _ = machine.restarted(reading(one, .zero, at: .seconds(5)))
    #expect(machine.setPlaying(true, load: id).first == .setPaused(true))
    _ = machine.outputReturned()
    _ = machine.seekBegan()
    #expect(machine.restarted(reading(one, .zero, at: .seconds(6))).contains(.setPaused(false)))
  }

  @Test("A load that begins during the loss is suppressed and silent until the output returns")
  mutating func loadedMeanwhile() {
    _ = play()
    _ = machine.outputVanished(now: instant(.seconds(5)))
    let id = ids.nextLoad()
    let actions = machine.load(id: id, position: .zero, isPlaying: true)
    #expect(actions.contains(.setPaused(true)))
    #expect(actions.contains(.report(id, .suppressed(.outputLost))))
    #expect(machine.outputReturned().contains(.setPaused(false)))
  }

  @Test("A prepared load that begins during the loss is suppressed until the output returns")
  mutating func skippedMeanwhile() {
    let before = play()
    let id = ids.nextLoad()
    _ = machine.setNext(id: id, position: .zero, after: before)
    _ = machine.examined(PlaylistEntryID(number: 2), .recognized)
    _ = machine.outputVanished(now: instant(.seconds(5)))
    let actions = machine.playNext(id, after: before, isPlaying: true)
    #expect(actions.contains(.setPaused(true)) && !actions.contains(.setPaused(false)))
    #expect(actions.contains(.report(id, .suppressed(.outputLost))))
    #expect(machine.outputReturned().contains(.setPaused(false)))
  }

  @Test("A load that moves to another output continues at its heard position")
  mutating func moves() {
    _ = play()
    #expect(machine.outputMoved(at: instant(.seconds(5))) == [.seek(one, .seconds(5))])
    _ = machine.seekBegan()
    let actions = machine.restarted(reading(one, .seconds(5), at: .milliseconds(5_060)))
    let anchor = PositionAnchor(
      position: .seconds(5),
      speed: 1,
      instant: instant(.milliseconds(5_060))
    )
    #expect(reports(actions) == [.position(anchor)])
  }

  /// A load whose last 0.4 s sound, after libmpv has begun the next one. It was at 99.75 s at 5.25
  /// s.
  private mutating func playTail() {
    let a = play()
    _ = machine.setNext(id: ids.nextLoad(), position: .zero, after: a)
    _ = machine.examined(two, .recognized)
    _ = machine.measured(reading(one, .milliseconds(99_500), at: .seconds(5)))
    _ = machine.ended(one, .played)
    _ = machine.began(two)
    _ = machine.restarted(reading(two, .milliseconds(-400), at: .milliseconds(5_100)))
  }

  @Test("If the output vanishes during a tail, the tail and the whole next track are heard later")
  mutating func vanishesInTail() {
    playTail()
    let actions = machine.outputVanished(now: instant(.milliseconds(5_250)))
    let heard = PositionAnchor(
      position: .milliseconds(99_750),
      speed: 0,
      instant: instant(.milliseconds(5_250))
    )
    #expect(reports(actions) == [.suppressed(.outputLost), .position(heard)])
    let four = PlaylistEntryID(number: 4)
    #expect(actions.suffix(1) == [.append(four)])
    #expect(actions.contains(.replace(three)) && !actions.contains(.setPaused(false)))
    _ = machine.began(three)
    #expect(machine.restarted(reading(three, .zero)) == [.seek(three, heard.position)])
    _ = machine.seekBegan()
    _ = machine.restarted(reading(three, heard.position, at: .seconds(6)))
    #expect(machine.outputReturned() == [.seek(three, heard.position)])
    _ = machine.seekBegan()
    let back = machine.restarted(reading(three, heard.position, at: .seconds(7)))
    #expect(back.contains(.setPaused(false)))
    #expect(machine.next?.slot.entry == four)
  }

  @Test("If the output moves during a tail, the rest of the tail is heard there")
  mutating func movesInTail() {
    playTail()
    let actions = machine.outputMoved(at: instant(.milliseconds(5_250)))
    #expect(actions.contains(.replace(three)))
    _ = machine.began(three)
    #expect(
      machine.restarted(reading(three, .zero)) == [.seek(three, .milliseconds(99_750))]
    )
  }

  @Test("If the output moves during a pause or a loss, nothing else changes")
  mutating func movesAtRest() {
    _ = play(isPlaying: false)
    #expect(machine.outputMoved(at: instant(.seconds(5))) == [.seek(one, .zero)])
    _ = machine.seekBegan()
    _ = machine.restarted(reading(one, .zero, at: .seconds(5)))
    _ = machine.outputVanished(now: instant(.seconds(6)))
    #expect(machine.outputMoved(at: instant(.seconds(7))).isEmpty)
  }

  @Test("Without a load nothing is reported, and a later one plays once the output is back")
  mutating func idle() {
    #expect(reports(machine.outputVanished(now: instant(.zero))).isEmpty)
    #expect(machine.outputReturned().isEmpty)
    let id = ids.nextLoad()
    #expect(machine.load(id: id, position: .zero, isPlaying: true).contains(.setPaused(false)))
  }
}
