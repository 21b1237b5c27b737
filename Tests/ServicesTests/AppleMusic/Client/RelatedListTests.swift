import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Relationships and views of the Apple Music client", .tags(.pure))
struct RelatedListTests {
  @Test("A view is requested with 25 members, or without a limit if that is too many")
  func viewLimit() async throws {
    let artist = #"{"id":"2","type":"artists","attributes":{"name":"B"}}"#
    let bench = try ClientBench(script: [.error(400, code: "40005"), .list([artist])])
    let page = try await bench.client.similarArtists(toArtist: "1")
    #expect(page.map(\.name) == ["B"])
    #expect(
      bench.asked == [
        "GET catalog/us/artists/1/view/similar-artists?limit=25",
        "GET catalog/us/artists/1/view/similar-artists",
      ]
    )
  }

  @Test("A limit that the caller chose is kept, and another error is not retried")
  func chosenLimit() async throws {
    let bench = try ClientBench { _ in .error(400, code: "40005", parameter: "limit") }
    #expect(
      await codeThrown { _ = try await bench.client.topSongs(ofArtist: "1", limit: 80) }
        == .badRequest
    )
    #expect(bench.transport.calls.count == 1)
    let other = try ClientBench { _ in .error(400, code: "40005", parameter: "l") }
    #expect(await codeThrown { _ = try await other.client.topSongs(ofArtist: "1") } == .badRequest)
    #expect(other.transport.calls.count == 1)
  }

  @Test("A view that an artist does not have is empty")
  func absentView() async throws {
    for reply in [
      HTTPTransportResponse.error(404, code: "40400"), .text(#"{"errors":[]}"#, status: .notFound),
    ] {
      let bench = try ClientBench(script: [reply])
      #expect(try await bench.client.topSongs(ofArtist: "1").isEmpty)
    }
  }

  @Test("A relationship whose error means empty is empty, and one of an unknown id is not found")
  func emptyRelationship() async throws {
    let bench = try ClientBench(
      userTokens: TurningUserTokens(["me"]),
      script: [.error(404, code: "40403"), .error(404, code: "40400")]
    )
    let kind = AppleMusic.LibraryPlaylists.self
    let page = try await bench.client.list(\.tracks, of: kind, id: "p.1")
    #expect(page.isEmpty && !page.hasNextBatch)
    #expect(
      await codeThrown { _ = try await bench.client.list(\.tracks, of: kind, id: "p.2") }
        == .notFound
    )
    #expect(bench.asked.first == "GET me/library/playlists/p.1/tracks")
  }

  @Test("A limit above the maximum is refused before sending")
  func limits() async throws {
    let bench = try ClientBench(script: [])
    let client = bench.client
    #expect(
      await codeThrown {
        _ = try await client.list(\.tracks, of: AppleMusic.Albums.self, id: "1", limit: 301)
      } == .invalidArgument
    )
    #expect(
      await codeThrown {
        _ = try await client.list(\.albums, of: AppleMusic.Artists.self, id: "1", limit: 101)
      } == .invalidArgument
    )
    #expect(
      await codeThrown {
        _ = try await client.list(\.albums, of: AppleMusic.Artists.self, id: "1", offset: -1)
      } == .invalidArgument
    )
    #expect(bench.transport.calls.isEmpty)
  }

  @Test("A resource fetches relationships and views from its own path")
  func with() async throws {
    let album = #"{"id":"1","type":"albums","href":"/v1/catalog/gb/albums/1"}"#
    let full = """
      {"id":"1","type":"albums","href":"/v1/catalog/gb/albums/1",
       "relationships":{"tracks":{"data":[\(HTTPTransportResponse.song("5"))]}},
       "views":{"related-albums":{"data":[]}}}
      """
    let bench = try ClientBench(script: [.list([album]), .list([full])])
    let plain = try #require(try await bench.client.albums(["1"]).resources.first)
    #expect(plain.tracks == nil)
    let loaded = try await plain.with([\.tracks, \.artists, \.relatedAlbums], from: bench.client)
    #expect(loaded.tracks?.count == 1)
    #expect(loaded.relatedAlbums?.isEmpty == true)
    #expect(
      bench.asked.last == "GET catalog/gb/albums/1?include=tracks,artists&views=related-albums"
    )
  }

  @Test("A missing resource is not found, and an unreadable one is malformed")
  func withFailures() async throws {
    let bench = try ClientBench(script: [
      .error(404, code: "40400"), .list([]), .list([#"{"id":"1","type":"artists"}"#]),
    ])
    let album = AppleMusic.Album(id: "1")
    #expect(await codeThrown { _ = try await album.with([], from: bench.client) } == .notFound)
    #expect(await codeThrown { _ = try await album.with([], from: bench.client) } == .notFound)
    #expect(
      await codeThrown { _ = try await album.with([], from: bench.client) } == .malformedReply
    )
    #expect(bench.asked.first == "GET catalog/us/albums/1")
  }
}
