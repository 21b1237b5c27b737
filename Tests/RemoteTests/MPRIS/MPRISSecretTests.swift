import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

@Suite("A marked address on the desktop's bus", .tags(.pure))
struct MPRISSecretTests {
  @Test("is in no property and no signal")
  func properties() throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    var metadata = TrackMetadata(title: "Title")
    metadata.artwork = Artwork(
      try #require(URL(string: "https://example.com/a.jpg?signature=geheim"))
    )
    let signed = "https://ann:geheim@example.com/a.mp3?token=geheim#geheim"
    queue.append(URLTrack(url: try #require(URL(string: signed)), metadata: metadata))
    let permissions = MPRISStateMachine.Permissions(control: true, schemes: ["https"])
    let before = MPRISSnapshot(queue.status, at: clock.now)
    var machine = MPRISStateMachine(before, permissions: permissions, at: clock.now)
    queue.play()
    let after = MPRISSnapshot(queue.status, at: clock.now)
    for snapshot in [before, after] {
      let values = try #require(snapshot.metadata).values
      #expect(values["xesam:title"] == .string("Title"))
      #expect(!"\(values)".contains("geheim"))
      #expect(!"\(snapshot.tracks.map(\.values))".contains("geheim"))
    }
    #expect(!"\(machine.update(after, at: clock.now))".contains("geheim"))
  }
}
