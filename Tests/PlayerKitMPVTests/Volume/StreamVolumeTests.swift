import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the volume of a stream by hand.
@Suite(.tags(.pure))
struct StreamVolumeTests {
  private var volume = StreamVolume()
  /// The level on the server.
  private var server: Double? = 100

  private mutating func set(_ level: Double?) {
    if let level { server = level }
  }

  private mutating func setShare(_ share: Double) { set(volume.setShare(share) { server }) }
  private mutating func take() { set(volume.take { server }) }
  private mutating func restore() { set(volume.restore { server }) }
  private mutating func setFade(_ fade: Double) { set(volume.setFade(fade) { server }) }

  @Test("The user's level is multiplied, and restored")
  mutating func whatUserHasSet() {
    server = 60
    setShare(0.5)
    #expect(server == 60)
    take()
    #expect(server == 30)
    setShare(1)
    #expect(server == 60)
    setShare(0)
    #expect(server == 0)
    restore()
    #expect(server == 60)
    take()
    #expect(server == 0)
  }

  @Test("An untaken stream keeps the user's level after any change by the app")
  mutating func streamNeverTakenKeeps() {
    server = 50
    setShare(0.5)
    setFade(0.5)
    setFade(1)
    #expect(server == 50)
  }

  @Test("A volume that the server does not report is not known")
  mutating func whatServerDoesTell() {
    server = nil
    take()
    #expect(!volume.isTaken)
    server = 70
    take()
    #expect(volume.isTaken)
  }

  @Test("A change in the mixer meanwhile remains")
  mutating func whatChangedMixerMeanwhile() {
    take()
    setShare(0.5)
    server = 25
    setShare(1)
    #expect(server == 50)
    server = 80
    restore()
    #expect(server == 80)
  }

  @Test("A mixer level above the app's share is limited to 100 %")
  mutating func whoTurnsMixerUp() {
    setShare(0.4)
    take()
    server = 90
    restore()
    #expect(server == 100)
    take()
    setShare(0)
    server = 30
    setShare(1)
    #expect(server == 30)
  }

  @Test("libmpv gets each new volume once")
  func givenOnce() {
    var state = VolumeState()
    let quiet = VolumeState.Software(volume: 0.5, isMuted: false)
    #expect(
      [.init(), .init(), quiet, quiet, .init()].map { state.give($0) } == [
        true, false, true, false, true,
      ]
    )
  }

  @Test("A stream above 100 % is not taken, or is released")
  mutating func streamAbove100Taken() {
    server = 130
    setShare(0.5)
    take()
    #expect(!volume.isTaken)
    setFade(0.5)
    setFade(1)
    #expect(server == 130)
    server = 80
    take()
    #expect(server == 40)
    server = 110
    setShare(0.4)
    #expect(!volume.isTaken)
    restore()
    #expect(server == 110)
  }

  @Test("A fade multiplies with both levels, and ends at them")
  mutating func fadeMultipliesBothEnds() {
    server = 80
    setShare(0.5)
    take()
    setFade(1 / 8)
    #expect(server.map { abs($0 - 20) < 0.01 } == true)
    setShare(1)
    #expect(server.map { abs($0 - 40) < 0.01 } == true)
    setFade(0)
    #expect(server == 0)
    setFade(1)
    #expect(server == 80)
  }

  @Test("A level that a killed app left is not taken for the user's")
  mutating func whatAppLeftBehind() {
    setShare(0.4)
    server = 40
    take()
    #expect(server == 40)
    restore()
    #expect(server == 100)
  }

  @Test("A new stream has the server's remembered level, or any other")
  mutating func newStreamHasWhat() {
    setShare(0.5)
    take()
    volume.lost()
    #expect(!volume.isTaken)
    take()
    #expect(server == 50)
    volume.lost()
    server = 100
    take()
    #expect(server == 50)
  }

  @Test("Without a stream nothing is set, and rounding is not a change by the user")
  mutating func withoutStreamNothingSet() {
    server = nil
    setShare(0.5)
    take()
    setFade(0.5)
    setFade(1)
    #expect(server == nil)
    server = 100
    take()
    setShare(0.3)
    #expect(server == 30)
    server = 30.001
    setShare(1)
    #expect(server == 100)
  }

  /// With any input, the server ends with the user's level.
  @Test("The user's level is restored after any input", arguments: 0..<20)
  func whateverAppDoesUser(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var copy = self
    let users = Double.random(in: 1...140, using: &random)
    copy.server = users
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: copy.setShare(Double(Int.random(in: 0...10, using: &random)) / 10)
      case 1: copy.take()
      case 2: copy.restore()
      case 3: copy.setFade(0.3)
      default: copy.setFade(1)
      }
    }
    copy.setFade(1)
    copy.restore()
    let server = copy.server ?? .nan
    #expect(abs(server - users) < 0.01)
  }
}
