import PlayerKit
import Testing

@testable import PlayerKitMPV

/// An overlap that is rendered only shortly before it, fed by hand: of two loads of 100 s, the first
/// (entry 1) is faded over into the second (2) from its 95th second on.
struct PostponedOverlapTests: HandFedMachine {
  private var machine = MPVEngineStateMachine()
  private let a: LoadID
  private let b: LoadID
  private var bridge: Entry { three }

  init() {
    var ids = LoadIDIssuer(issuer: 1)
    (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.setOutput(Self.settings())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(at: 0))
  }

  private static func settings(_ crossfade: Double = 5, rate: Double = 1) -> OutputSettings {
    var settings = OutputSettings()
    settings.crossfade = .seconds(crossfade)
    settings.rate = rate
    return settings
  }

  /// The clock and the position go together.
  private func reading(at seconds: Double) -> Reading {
    reading(one, .seconds(seconds), at: .seconds(seconds))
  }

  private mutating func woke(at seconds: Double) -> [Action] {
    let reading = reading(at: seconds)
    machine.now = reading.now
    return machine.woke(reading)
  }

  /// - Returns: what followed from the first bytes of what is to follow.
  private mutating func setNext() -> [Action] {
    _ = machine.setNext(
      id: b,
      position: .zero,
      canOverlap: true,
      isRenderedLate: true,
      after: a
    )
    return machine.examined(two, .recognised)
  }

  private func plan(at seconds: Double) throws -> Overlap.Plan {
    try #require(
      Overlap.Plan(crossfade: .seconds(5), duration: .seconds(100), position: .seconds(seconds))
    )
  }

  @Test mutating func `It is rendered twenty seconds before it begins`() throws {
    // The look at the position comes first that every beginning asks for.
    #expect(setNext() == [.wake(after: .milliseconds(300))])
    #expect(woke(at: 1) == [.wake(after: .seconds(74))])
    #expect(woke(at: 74.5) == [.wake(after: .milliseconds(500))])
    let plan = try plan(at: 75)
    #expect(woke(at: 75) == [.render(bridge, tail: a, head: b, plan)])
    #expect(woke(at: 76) == [])
  }

  @Test mutating func `Faster playback has it rendered as early on the clock`() {
    _ = machine.setOutput(Self.settings(rate: 2))
    _ = setNext()
    #expect(woke(at: 1) == [.wake(after: .seconds(27))])
  }

  @Test mutating func `A pause asks for no time, and playing on goes on waiting`() throws {
    _ = setNext()
    _ = machine.setPlaying(false, load: a)
    _ = machine.measured(reading(at: 10))
    #expect(woke(at: 10) == [])
    #expect(machine.setPlaying(true, load: a).contains(.measure))
    #expect(machine.measured(reading(at: 10)).contains(.wake(after: .milliseconds(300))))
  }

  @Test mutating func `After a seek to where it is near it is rendered at once`() throws {
    var ids = LoadIDIssuer(issuer: 2)
    _ = setNext()
    _ = machine.seek(to: .seconds(80), id: ids.nextSeek(), load: a)
    _ = machine.seekBegan()
    let reading = reading(at: 80)
    machine.now = reading.now
    let plan = try plan(at: 80)
    #expect(machine.restarted(reading).contains(.render(bridge, tail: a, head: b, plan)))
  }

  @Test mutating func `Without a fade any more it follows without a gap at once`() {
    _ = setNext()
    #expect(machine.setOutput(Self.settings(0)).contains(.append(two)))
    #expect(woke(at: 75) == [])
  }

  @Test mutating func `Begun on command, it is not waited for`() {
    _ = setNext()
    #expect(machine.playNext(b, after: a, isPlaying: true).contains(.replace(two)))
    #expect(woke(at: 75) == [])
  }
}
