import TestSupport
import Testing

@testable import PlayerKitMPV

@Suite("The pause between two entries", .tags(.pure))
struct PauseGateTests {
  private let new = PlaylistEntryID(number: 2)
  private var gate = PauseGate()

  @Test("The pause ends when libmpv has begun the new entry, not before")
  mutating func held() {
    #expect(gate.setPaused(true) == true)
    gate.replace(with: new)
    #expect(gate.setPaused(false) == nil)
    #expect(gate.began(PlaylistEntryID(number: 1)) == nil)
    #expect(gate.began(new) == false)
    #expect(gate.began(new) == nil)
  }

  @Test("The pause stays if it is wanted again meanwhile")
  mutating func pausedAgain() {
    _ = gate.setPaused(true)
    gate.replace(with: new)
    _ = gate.setPaused(false)
    #expect(gate.setPaused(true) == true)
    #expect(gate.began(new) == nil)
  }

  @Test("There is no pause if the old entry sounds, nor if nothing is replaced")
  mutating func unheld() {
    gate.replace(with: new)
    #expect(gate.setPaused(false) == false)
    _ = gate.began(new)
    _ = gate.setPaused(true)
    #expect(gate.setPaused(false) == false)
  }

  @Test("The pause lasts until there is an output")
  mutating func outputAwaited() {
    #expect(gate.awaitOutput() == true)
    gate.replace(with: new)
    #expect(gate.setPaused(false) == nil)
    #expect(gate.began(new) == nil)
    #expect(gate.outputOpened() == false)
    #expect(gate.outputOpened() == nil)
  }

  @Test("Without an output there is a pause although nothing is replaced")
  mutating func outputAlone() {
    #expect(gate.awaitOutput() == true)
    #expect(gate.setPaused(false) == nil)
    #expect(gate.outputOpened() == false)
  }

  @Test("The pause outlasts the wait for an output if it is wanted, or the new entry has not begun")
  mutating func outputOpensEarly() {
    _ = gate.awaitOutput()
    _ = gate.setPaused(true)
    #expect(gate.outputOpened() == nil)
    gate.replace(with: new)
    _ = gate.awaitOutput()
    _ = gate.setPaused(false)
    #expect(gate.outputOpened() == nil)
    #expect(gate.began(new) == false)
  }
}
