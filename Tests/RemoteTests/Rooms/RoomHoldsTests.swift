import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("Rooms that are muted for a moment", .tags(.local))
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

  @Test("are exactly those that can be heard and play our stream")
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

  @Test("are shown with the user's settings, in any order of events")
  func shown() {
    var holds = holds(status())
    _ = holds.hold()
    for event in [volume(0), volume(0, isMuted: true)] {
      holds.take(event)
      #expect(holds.shown.room(den)?.volume.percent == 40)
    }
    // The answer may arrive before the events that the server sent ahead of it.
    holds.released(den, isKnown: true)
    #expect(holds.owed.isEmpty)
    holds.take(volume(0, isMuted: false))
    #expect(holds.shown.room(den)?.volume == SnapcastVolume(percent: 40))
    holds.take(volume(40))
    holds.take(volume(0))
    #expect(holds.shown.room(den)?.volume.percent == 0)
  }

  @Test("are muted again before the events of their return have arrived")
  func again() {
    var holds = holds(status())
    _ = holds.hold()
    holds.take(volume(0))
    holds.released(den, isKnown: true)
    #expect(holds.hold() == [den])
    for event in [volume(40), volume(0)] { holds.take(event) }
    #expect(holds.owed == [den: 40])
  }

  @Test("get the settings that a user made before the mute had arrived")
  func crossed() {
    var holds = holds(status())
    _ = holds.hold()
    for event in [volume(60), volume(0)] { holds.take(event) }
    #expect(holds.owed == [den: 60])
    #expect(holds.shown.room(den)?.volume.percent == 60)
    holds.released(den, isKnown: false)
    #expect(holds.owed.isEmpty)
  }

  @Test("exclude muted groups, and rooms that are at 0 or away")
  func silent() {
    var muted = holds(status(isMuted: true))
    #expect(muted.hold() == [])
    var low = holds(status(den: SnapcastVolume(percent: 0)))
    #expect(low.hold() == [])
    var away = holds(status())
    away.take(.roomDisconnected(SnapcastRoom(id: den, isConnected: false)))
    #expect(away.hold() == [])
  }

  @Test("are released if the user turns one up")
  func turnedUp() {
    var holds = holds(status())
    _ = holds.hold()
    holds.take(volume(0))
    holds.take(volume(55))
    #expect(holds.owed.isEmpty)
    // This volume applies from now on.
    _ = holds.hold()
    #expect(holds.owed == [den: 55])
  }

  @Test("stay muted if the user mutes one, and get their volume back")
  func mutedMeanwhile() {
    var holds = holds(status())
    _ = holds.hold()
    holds.take(volume(0, isMuted: true))
    #expect(holds.owed == [den: 40])
    #expect(holds.shown.room(den)?.volume == SnapcastVolume(percent: 40, isMuted: true))
  }

  @Test("from an earlier run are released, unless the user has changed them")
  func leftOver() {
    let left = [den: 40, cellar: 9]
    var holds = RoomHolds(stream: stream, leftOver: left)
    holds.take(.status(status(den: SnapcastVolume(percent: 0))))
    #expect(holds.owed == [den: 40])
    holds.take(.status(SnapcastStatus()))
    #expect(holds.owed.isEmpty)
  }

  @Test("are listed in a file, which exists only as long as there are any")
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
