import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite(
  "Identification of recordings on the command line",
  .tags(.local),
  .timeLimit(.minutes(2))
)
struct RecordingIndexTests {
  @Test("MusicBrainz is asked only if the user has configured a contact")
  func asked() async throws {
    let simulator = try await ServiceSimulator.start(.init(seed: 1))
    #expect(MusicServices(simulator).recordingLookup == nil)
    let services = MusicServices(
      simulator,
      environment: ["MUSICBRAINZ_CONTACT": "me@example.org"]
    )
    let page = try await services.catalogs.first?.search("the", for: .song, limit: 5)
    let wanted = try #require(page?.entries.lazy.compactMap(\.recording).first { $0.isrc != nil })
    let answer = try await services.recordingLookup?.answer(for: wanted)
    let id = simulator.musicBrainzIDs(ofISRC: wanted.isrc ?? "")?.now
    #expect(id != nil && answer?.recording?.musicBrainzID == id)
    let agents = simulator.requests.filter { $0.service == "musicBrainz" }
      .map { $0.headers["user-agent"] }
    #expect(agents == ["playerkit/0.1 ( me@example.org )", "playerkit/0.1 ( me@example.org )"])
    await simulator.stop()
  }

  @Test("a contact that MusicBrainz would refuse is a usage error, if MusicBrainz is used")
  func badContact() async throws {
    let environment = ["MUSICBRAINZ_CONTACT": "nobody"]
    let run = try await Tool.run(
      ["resolve", "--fallback", "deezer", "none.flac"],
      environment: environment
    )
    #expect(run.status == 2)
    let without = try await Tool.run(["resolve", "none.flac"], environment: environment)
    #expect(without.status != 2)
  }
}
