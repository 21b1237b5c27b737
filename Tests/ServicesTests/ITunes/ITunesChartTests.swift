import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Charts without a token", .tags(.pure))
struct ITunesChartTests {
  static let feed = """
    {"feed":{"title":"Top Songs","country":"us","updated":"Fri, 20 Nov 2026 12:00:00 +0000",
    "results":[{"artistName":"The Example Band","id":"700000001","name":"Opening Night",
    "releaseDate":"2021-03-05","kind":"songs","artistId":"900000001",
    "contentAdvisoryRating":"Explict","artworkUrl100":"https://a.example/100x100bb.jpg",
    "genres":[{"genreId":"20","name":"Alternative"},{"genreId":"34","name":"Music"},7],
    "url":"https://music.apple.com/us/album/x/800000001?i=700000001"},
    null,{"name":"No id"},{"id":"pl.abc","name":"A playlist"}]}}
    """

  @Test("A chart is read in order, without invalid members")
  func chart() async throws {
    let transport = StubTransport { _ in .text(Self.feed) }
    let chart = try await ITunesFixture.client(transport).chart(
      .musicVideos,
      size: .hundred,
      country: "GB"
    )
    #expect(
      transport.calls.first?.request.path
        == "/itunes/api/v2/gb/music/most-played/100/music-videos.json"
    )
    #expect(chart.title == "Top Songs" && chart.country == "us" && chart.updated != nil)
    #expect(chart.entries.map(\.id) == ["700000001", "pl.abc"])
    #expect(chart.unreadable.map(\.index) == [1, 2])
    let entry = try #require(chart.entries.first)
    #expect(entry.name == "Opening Night" && entry.artistName == "The Example Band")
    #expect(entry.kind == "songs" && entry.artistID == "900000001" && entry.isExplicit)
    #expect(entry.genreNames == ["Alternative", "Music"] && entry.genreIDs == ["20", "34"])
    #expect(entry.artworkURL(pixels: 300)?.absoluteString == "https://a.example/300x300bb.jpg")
    #expect(entry.viewURL?.query() == "i=700000001" && entry.releaseDate == "2021-03-05")
    #expect(chart.entries.last?.isExplicit == false)
  }

  @Test("An answer that is no feed, and an invalid request, are errors")
  func errors() async {
    let transport = StubTransport { _ in .text("{}") }
    let client = ITunesFixture.client(transport)
    let malformed = await #expect(throws: CatalogError.self) { try await client.chart(.songs) }
    #expect(malformed?.code == .malformedReply)
    let kind = await #expect(throws: CatalogError.self) {
      try await client.chart(.init(rawValue: "../x"))
    }
    #expect(kind?.code == .invalidArgument)
    #expect(transport.calls.count == 1)
  }
}
