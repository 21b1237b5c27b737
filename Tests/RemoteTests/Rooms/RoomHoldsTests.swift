import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("Rooms that are silenced for a moment", .tags(.local))
struct RoomHoldsTests {
  private let stream = SnapcastStream.ID(rawValue: "PlayerKit")
  private let den = SnapcastRoom.ID(rawValue: "den")
  private let attic = SnapcastRoom.ID(rawValue: "attic")
  private let cellar = SnapcastRoom.ID(rawValue: "cellar")

  private func status(
    den: SnapcastVolume = SnapcastVolume(percent: 40),
    isMuted: Bool = false
  ) -> SnapcastStatus {
    let other = SnapcastStream.ID(rawValue: "Other")
    return SnapcastStatus(
      groups: [
        SnapcastGroup(
          id: SnapcastGroup.ID(rawValue: "g"),
          isMuted: isMuted,
          stream: stream,
          rooms: [
            SnapcastRoom(id: self.den, volume: den),
            SnapcastRoom(id: attic, volume: SnapcastVolume(percent: 70, isMuted: true)),
          ]
        ),
        SnapcastGroup(
          id: SnapcastGroup.ID(rawValue: "h"),
          stream: other,
          rooms: [SnapcastRoom(id: cellar)]
        ),
      ],
      streams: [SnapcastStream(id: stream), SnapcastStream(id: other)]
    )
  }

  private func holds(_ status: SnapcastStatus) -> RoomHolds {
    var holds = RoomHolds(stream: stream)
    holds.take(.status(status))
    return holds
  }

  private func volume(_ percent: Int, isMuted: Bool = false) -> SnapcastEvent {
    .volume(den, SnapcastVolume(percent: percent, isMuted: isMuted))
  }

  @Test("are those that can be heard and play our stream")
  func hold() {
    var holds = holds(status())
    #expect(holds.hold() == [den])
    #expect(holds.owed == [den: 40])
    #expect(holds.hold() == [])
    holds.take(volume(0))
    holds.take(volume(40))
    #expect(holds.owed.isEmpty)
    #expect(holds.hold() == [den])
  }

  @Test("are shown as people set them, whatever comes before what")
  func shown() {
    var holds = holds(status())
    _ = holds.hold()
    for event in [volume(0), volume(0, isMuted: true)] {
      holds.take(event)
      #expect(holds.shown.room(den)?.volume.percent == 40)
    }
    // The answer may be there before the events that the server told ahead of it.
    holds.released(den, isKnown: true)
    #expect(holds.owed.isEmpty)
    holds.take(volume(0, isMuted: false))
    #expect(holds.shown.room(den)?.volume == SnapcastVolume(percent: 40))
    holds.take(volume(40))
    holds.take(volume(0))
    #expect(holds.shown.room(den)?.volume.percent == 0)
  }

  @Test("are silenced again before the events of their return have come")
  func again() {
    var holds = holds(status())
    _ = holds.hold()
    holds.take(volume(0))
    holds.released(den, isKnown: true)
    #expect(holds.hold() == [den])
    for event in [volume(40), volume(0)] { holds.take(event) }
    #expect(holds.owed == [den: 40])
  }

  @Test("get what somebody set before the silence had come")
  func crossed() {
    var holds = holds(status())
    _ = holds.hold()
    for event in [volume(60), volume(0)] { holds.take(event) }
    #expect(holds.owed == [den: 60])
    #expect(holds.shown.room(den)?.volume.percent == 60)
    holds.released(den, isKnown: false)
    #expect(holds.owed.isEmpty)
  }

  @Test("are none of a group that is muted, or rooms that are at 0 or away")
  func silent() {
    var muted = holds(status(isMuted: true))
    #expect(muted.hold() == [])
    var low = holds(status(den: SnapcastVolume(percent: 0)))
    #expect(low.hold() == [])
    var away = holds(status())
    away.take(.roomDisconnected(SnapcastRoom(id: den, isConnected: false)))
    #expect(away.hold() == [])
  }

  @Test("are given up where somebody turns one up")
  func turnedUp() {
    var holds = holds(status())
    _ = holds.hold()
    holds.take(volume(0))
    holds.take(volume(55))
    #expect(holds.owed.isEmpty)
    // It is what is taken from now on.
    _ = holds.hold()
    #expect(holds.owed == [den: 55])
  }

  @Test("stay muted where somebody mutes one, and get their volume back")
  func mutedMeanwhile() {
    var holds = holds(status())
    _ = holds.hold()
    holds.take(volume(0, isMuted: true))
    #expect(holds.owed == [den: 40])
    #expect(holds.shown.room(den)?.volume == SnapcastVolume(percent: 40, isMuted: true))
  }

  @Test("that an earlier run left are given back, unless somebody was there before")
  func leftOver() {
    let left = [den: 40, cellar: 9]
    var holds = RoomHolds(stream: stream, leftOver: left)
    holds.take(.status(status(den: SnapcastVolume(percent: 0))))
    #expect(holds.owed == [den: 40])
    holds.take(.status(SnapcastStatus()))
    #expect(holds.owed.isEmpty)
  }

  @Test("are told by a file that is there only as long as there are any")
  func record() throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let server = SnapcastAddress(host: "::1")
    let record = HoldRecord(
      folder: folder.path("state"),
      server: server,
      stream: SnapcastStream.ID(rawValue: "../x y")
    )
    #expect(record.read().isEmpty)
    let held = [den: 40]
    record.write(held)
    #expect(record.read() == held)
    #expect(try folder.mode(of: "state") == 0o700)
    record.write([:])
    #expect(record.read().isEmpty)
  }
}
