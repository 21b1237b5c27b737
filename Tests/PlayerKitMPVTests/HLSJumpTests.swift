import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the machine and its inputs by hand.
@Suite("A live stream that continued during a pause", .tags(.pure))
struct HLSJumpTests: HandFedMachine {
  @Test("A stream reports once where it continues")
  mutating func jumped() {
    var machine = MPVEngineStateMachine()
    var ids = LoadIDIssuer(issuer: 1)
    let id = ids.nextLoad()
    _ = machine.load(id: id, position: .zero, isPlaying: true)
    var reading = reading(one, .zero, at: .zero)
    (reading.isLive, reading.isSeekable, reading.duration) = (true, false, nil)
    // It is not audible yet.
    #expect(machine.jumped(reading).isEmpty)
    _ = machine.began(one)
    _ = machine.restarted(reading)
    reading.position = .seconds(44)
    reading.now = instant(.seconds(4))
    let anchor = PositionAnchor(
      position: .seconds(44),
      speed: 1,
      instant: instant(.seconds(4))
    )
    #expect(reports(machine.jumped(reading)) == [.liveEdge(anchor)])
    reading.entry = two
    #expect(machine.jumped(reading).isEmpty)
  }

  @Test("A jump is reported when it is heard, between titles, also if many wait")
  func queue() {
    var queue = AnnouncementQueue()
    queue.add(StreamMetadata(title: "a"), at: 0)
    queue.add(jump: .seconds(30), at: 500)
    queue.place(bytes: 1_000, time: .seconds(10))
    #expect(queue.take(at: .seconds(1))?.title == "a")
    #expect(queue.takeJump() == .zero)
    #expect(queue.take(at: .seconds(6)) == nil)
    #expect(queue.takeJump() == .seconds(30))
    #expect(queue.takeJump() == .zero)
    for _ in 0..<1_000 { queue.add(jump: .seconds(1), at: 800) }
    #expect(queue.take(at: .seconds(9)) == nil)
    queue.place(bytes: 1_000, time: .seconds(10))
    _ = queue.take(at: .seconds(9))
    #expect(queue.takeJump() == .seconds(1_000))
  }

  @Test("A stream may choose its start, unless a position was requested")
  mutating func placeToOpen() throws {
    var media = MPVEngineStateMachine()
    var ids = LoadIDIssuer(issuer: 1)
    let (id, next) = (ids.nextLoad(), ids.nextLoad())
    _ = media.load(id: id, position: .zero, isPlaying: true)
    var reading = reading(one, .zero, at: .zero)
    (reading.isSeekable, reading.seeksByReopening) = (true, true)
    _ = media.began(one)
    _ = media.restarted(reading)
    #expect(media.placeToOpen(id, at: .zero, clip: nil) == .zero)
    #expect(media.placeToOpen(next, at: .zero, clip: nil) == nil)
    #expect(media.placeToOpen(next, at: .zero, clip: try Clip(from: .seconds(3))) == .seconds(3))
    #expect(media.placeToOpen(next, at: .seconds(2), clip: nil) == .seconds(2))
  }
}
