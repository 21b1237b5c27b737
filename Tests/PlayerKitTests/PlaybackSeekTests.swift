import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.pure))
struct PlaybackSeekTests {
  @Test(
    "A position that was measured before a seek completes does not change the status",
    arguments: [false, true]
  )
  func positionDuringSeek(isJump: Bool) throws {
    var machine = PlaybackStateMachine(ids: LoadIDIssuer(issuer: 1))
    func at(_ seconds: Int) -> MonotonicInstant { .init(sinceOrigin: .seconds(seconds)) }
    func anchor(_ position: Int, at seconds: Int) -> PositionAnchor {
      PositionAnchor(position: .seconds(position), speed: 1, instant: at(seconds))
    }
    let item = PlaybackItem(FakeTrack("a"))
    _ = machine.prepare(item, wantsToPlay: true, reason: .userSelected, now: at(0))
    let load = try #require(machine.status.load)
    let media = LoadedMedia(anchor: anchor(0, at: 0), duration: .seconds(100), isSeekable: true)
    _ = machine.report(.loaded(media), of: load, now: at(0))
    _ = machine.seek(to: .seconds(50), now: at(5))
    let measured = anchor(5, at: 5)
    let report: LoadEvent = isJump ? .liveEdge(measured) : .position(measured)
    let step = machine.report(report, of: load, now: at(6))
    #expect(machine.status.position(at: at(6)) >= .seconds(50))
    #expect(
      !step.changes.contains { if case .discontinuity = $0 { true } else { false } }
    )
  }
}
