import Foundation
import PlayerKitMusicBrainz
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

private let recordedFolder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED"]
private let moreFolder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"]

/// Recorded answers of MusicBrainz.
@Suite(
  .tags(.pure),
  .enabled(if: recordedFolder != nil && moreFolder != nil, "needs PLAYERKIT_RECORDED and …_MORE")
) struct MusicBrainzRecordedTests {
  private static let id = "cb2cc207-8125-445c-9ef9-6ea44eee959a"

  private func client(_ folder: String?, _ name: String) throws -> MusicBrainzClient {
    let file = URL(fileURLWithPath: try #require(folder) + "/" + name)
    let text = try String(contentsOf: file, encoding: .utf8)
    return try MusicBrainzClient(
      agent: .test,
      configuration: ClientConfiguration(transport: StubTransport { _ in .text(text) })
    )
  }

  @Test("recordings of a code are read")
  func recordingsCodeRead() async throws {
    let client = try client(recordedFolder, "synthetic_musicbrainz_isrc.json")
    let found = try await client.recordings(isrc: "USXX12100001")
    #expect(found.map(\.title) == ["Opening Night"])
    #expect(found.first?.duration == .seconds(213))
    #expect(found.first?.firstReleaseDate == PartialDate("2021-03-05"))
    #expect(found.first?.artists.first?.id == "0f000000-0000-4000-8000-000000000001")
  }

  @Test("recordings are read")
  func recordingsRead() async throws {
    let client = try client(moreFolder, "musicbrainz/recording.json")
    let found = try #require(try await client.recording(id: Self.id))
    #expect(found.title == "Thinking Out Loud" && found.id == Self.id)
    #expect(found.isrcs == ["GBAHS1400099"] && found.duration == .seconds(281))
    #expect(found.artists.map(\.name) == ["Ed Sheeran"])
    // Its relations are not links to pages.
    #expect(found.pages.isEmpty && !found.isVideo)
    let several = try self.client(moreFolder, "musicbrainz/recording_multi_artists_1.json")
    let other = try #require(try await several.recording(id: Self.id))
    #expect(other.artists.map(\.name) == ["Ed Sheeran", "Meek Mill", "A Boogie Wit da Hoodie"])
    #expect(other.duration == .milliseconds(212_306) && other.firstReleaseDate == nil)
  }

  @Test("a recorded recording is found by its code and its id")
  func recordedRecordingFound() async throws {
    let client = try client(moreFolder, "musicbrainz/recording.json")
    let wanted = Recording(
      title: "Thinking out Loud",
      artists: ["Ed Sheeran"],
      duration: .milliseconds(281_560),
      musicBrainzID: Self.id
    )
    let answer = try await RecordingLookup([client]).answer(for: wanted)
    #expect(answer.recording?.isrcs == ["GBAHS1400099"] && answer.service == .musicBrainz)
  }
}
