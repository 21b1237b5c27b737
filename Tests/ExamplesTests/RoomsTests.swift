import PlayerKitRooms
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("playerkit rooms", .tags(.local), .timeLimit(.minutes(3)))
struct RoomsTests {
  private let group = SnapcastGroup(
    id: SnapcastGroup.ID(rawValue: "g-1"),
    name: "Up\u{1B}[2Jstairs",
    isMuted: true,
    stream: SnapcastStream.ID(rawValue: "PlayerKit"),
    rooms: [
      SnapcastRoom(
        id: SnapcastRoom.ID(rawValue: "den#2"),
        name: "Den",
        host: "pi",
        volume: SnapcastVolume(percent: 40, isMuted: true),
        latency: .milliseconds(120)
      ),
      SnapcastRoom(id: SnapcastRoom.ID(rawValue: "attic"), isConnected: false),
    ]
  )

  @Test("writes an object for each group, with its rooms")
  func object() {
    var plain = group
    plain.name = ""
    #expect(
      RoomsCommand.object(plain).text
        == #"{"group":"g-1","stream":"PlayerKit","muted":true,"rooms":["#
        + #"{"room":"den#2","name":"Den","host":"pi","connected":true,"volume":40,"muted":true,"#
        + #""latency":0.12},"#
        + #"{"room":"attic","connected":false,"volume":100,"muted":false,"latency":0.0}]}"#
    )
  }

  @Test("shows names without control characters")
  func lines() {
    let lines = RoomsCommand.lines(group).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "Up[2Jstairs\tplays PlayerKit, muted", "  Den\t40 %, muted\t120 ms",
        "  attic\t100 %\t0 ms\taway",
      ]
    )
  }

  @Test("fails if there is no server, and treats an invalid address as a usage error")
  func failures() async throws {
    let nobody = try await Tool.run(["rooms", "--snapserver", "127.0.0.1:1"])
    #expect(nobody.status == 1)
    #expect(nobody.errors == "playerkit: 127.0.0.1:1: Connection refused.\n")
    #expect(try await Tool.run(["rooms", "--snapserver", "a b"]).status == 2)
  }
}
