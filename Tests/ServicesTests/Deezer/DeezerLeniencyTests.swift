import Foundation
import HTTPTypes
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Deezer's odd answers", .tags(.pure))
struct DeezerLeniencyTests {
  private func client(_ answer: @escaping @Sendable (String) -> String) -> DeezerClient {
    DeezerClient(
      configuration: .init(
        transport: StubTransport { .text(answer($0.request.path ?? "")) },
        clock: ManualClock()
      )
    )
  }

  @Test("A malformed attribute affects neither the track nor its other attributes")
  func oddAttributes() async throws {
    let client = client { _ in
      #"""
      {"id":1,"title":7,"duration":213.7,"bpm":"123.4","explicit_lyrics":1,"readable":"yes",
      "available_countries":["GB",null],"contributors":[null,{"id":27,"name":"N"}],
      "artist":"gone","album":{"id":2,"title":"A","fans":"many"}}
      """#
    }
    let track = try await client.track("1")
    #expect(track.title == "7")
    #expect(track.seconds == 214)
    #expect(track.bpm == 123.4)
    #expect(track.explicitLyrics == true)
    #expect(track.readable == nil)
    #expect(track.availableCountries == ["GB"])
    #expect(track.contributors?.compactMap(\.name) == ["N"])
    #expect(track.artist == nil)
    #expect(track.album?.title == "A")
  }

  @Test(
    "A decoded answer is encoded unchanged",
    arguments: [
      #"{"id":1,"rating":4}"#, #"{"id":1,"rating":0,"fans":5}"#,
    ]
  )
  func albums(_ json: String) throws { try check(Deezer.Album.self, json) }

  @Test("A playlist's flags and a list's time are read and written again")
  func playlists() throws {
    try check(Deezer.Playlist.self, #"{"id":1,"collaborative":false,"is_loved_track":true}"#)
    try check(Deezer.List<Deezer.Artist>.self, #"{"data":[],"timestamp":1763721000}"#)
  }

  private func check<Value: Codable>(_ type: Value.Type, _ json: String) throws {
    let value = try JSONDecoder().decode(type, from: Data(json.utf8))
    let again = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    #expect(again == (try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))))
  }
}
