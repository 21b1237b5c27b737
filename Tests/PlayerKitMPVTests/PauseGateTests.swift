import Testing

@testable import PlayerKitMPV

@Suite("The pause while one entry takes another's place")
struct PauseGateTests {
  private let new = PlaylistEntryID(number: 2)
  private var gate = PauseGate()

  @Test("is ended when libmpv has begun the new one, not before")
  mutating func held() {
    #expect(gate.setPaused(true) == true)
    gate.replace(with: new)
    #expect(gate.setPaused(false) == nil)
    #expect(gate.began(PlaylistEntryID(number: 1)) == nil)
    #expect(gate.began(new) == false)
    #expect(gate.began(new) == nil)
  }

  @Test("stays where it is wanted again meanwhile")
  mutating func pausedAgain() {
    _ = gate.setPaused(true)
    gate.replace(with: new)
    _ = gate.setPaused(false)
    #expect(gate.setPaused(true) == true)
    #expect(gate.began(new) == nil)
  }

  @Test("is not made where the old one sounds, nor where nothing is replaced")
  mutating func unheld() {
    gate.replace(with: new)
    #expect(gate.setPaused(false) == false)
    _ = gate.began(new)
    _ = gate.setPaused(true)
    #expect(gate.setPaused(false) == false)
  }

  @Test("is made where there is no output yet, until there is")
  mutating func outputAwaited() {
    #expect(gate.awaitOutput() == true)
    gate.replace(with: new)
    #expect(gate.setPaused(false) == nil)
    #expect(gate.began(new) == nil)
    #expect(gate.outputOpened() == false)
    #expect(gate.outputOpened() == nil)
  }

  @Test("is made where there is no output, though nothing is replaced")
  mutating func outputAlone() {
    #expect(gate.awaitOutput() == true)
    #expect(gate.setPaused(false) == nil)
    #expect(gate.outputOpened() == false)
  }

  @Test("lasts beyond the output where it is wanted, or the new one has not begun")
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
