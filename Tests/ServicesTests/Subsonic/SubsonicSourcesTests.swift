import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitSubsonic

@Suite("Covers and lyrics of a Subsonic server", .tags(.pure))
struct SubsonicSourcesTests {
  private let extensions = SubsonicFixture.ok(
    #""openSubsonicExtensions":[{"name":"songLyrics","versions":[1]}]"#
  )

  @Test("A cover is requested in its size, by a signed address")
  func covers() async throws {
    let transport = StubTransport { call in
      call.values("p").isEmpty ? SubsonicFixture.error(10) : SubsonicFixture.ok()
    }
    let source = SubsonicService(client: try SubsonicFixture.client(transport))
    #expect(source.artworkSource == "subsonic:home")
    let picture = try await source.picture("al-1/2", atLeast: 300)
    guard case .remote(let url) = picture.location else {
      Issue.record("no address")
      return
    }
    let query = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems)
    #expect(url.path() == "/music/rest/getCoverArt.view")
    #expect(query.contains(URLQueryItem(name: "id", value: "al-1/2")))
    #expect(query.contains(URLQueryItem(name: "size", value: "300")))
    // By then the accepted sign-in is known.
    #expect(query.contains { $0.name == "p" })
    #expect(!"\(picture)".contains("enc:"))
    await #expect(throws: PlayerError.self) { try await source.picture("", atLeast: 1) }
  }

  @Test("Lyrics have their times if the server knows them")
  func timed() async throws {
    let transport = SubsonicFixture.transport([
      "getOpenSubsonicExtensions": extensions,
      "getLyricsBySongId": SubsonicFixture.ok(
        #"""
        "lyricsList":{"structuredLyrics":[{"lang":"xxx","synced":false,"line":[{"value":"plain"}]},
        {"lang":"eng","synced":true,"offset":-100,"line":[{"start":0,"value":"one"},
        {"start":2000,"value":"two"},{"start":9223372036854775807,"value":"far"}]}]}
        """#
      ),
    ])
    let source = SubsonicService(client: try SubsonicFixture.client(transport))
    let words = try await source.lyrics(of: SubsonicTrack(id: "7"), metadata: TrackMetadata())
    #expect(words?.isTimed == true && words?.language == "eng")
    #expect(words?.lines.map(\.text) == ["one", "two", "far"])
    #expect(words?.lines.prefix(2).map(\.start) == [.milliseconds(100), .milliseconds(2_100)])
    let foreign = try await source.lyrics(of: URLTrack(path: "a"), metadata: TrackMetadata())
    #expect(foreign == nil)
  }

  @Test("Old servers are asked by artist and title")
  func plain() async throws {
    let transport = SubsonicFixture.transport([
      "getOpenSubsonicExtensions": SubsonicFixture.error(0, status: .notFound),
      "getLyrics": SubsonicFixture.ok(#""lyrics":{"artist":"A","value":"one\n\ntwo"}"#),
    ])
    let source = SubsonicService(client: try SubsonicFixture.client(transport))
    let track = SubsonicTrack(id: "7")
    let metadata = TrackMetadata(title: "T", artist: "A")
    let words = try await source.lyrics(of: track, metadata: metadata)
    #expect(words?.lines.map(\.text) == ["one", "", "two"])
    #expect(words?.isTimed == false)
    #expect(try await source.lyrics(of: track, metadata: TrackMetadata(title: "T")) == nil)
  }
}
