import Foundation
import PlayerKitITunes
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

/// The library's own client reads each endpoint of the simulated iTunes Store.
@Suite("The iTunes Store's endpoints and the client", .tags(.local), .timeLimit(.minutes(5)))
struct ITunesEndpointTests {
  @Test("the client calls each of them, and loses nothing of an answer")
  func areAllAsked() async throws {
    let simulator = try await ServiceSimulator.start()
    defer { Task { await simulator.stop() } }
    var coverage = EndpointCoverage(.itunes, of: simulator)
    let client = ITunesSearchClient(
      chartsBaseURL: simulator.itunes,
      configuration: .init(baseURL: simulator.itunes, transport: NetworkTransport())
    )

    let found = try await client.search(ITunes.Search("the", entity: .album, limit: 5))
    #expect(found.unreadable.isEmpty)
    guard case .collection(let album)? = found.items.first else {
      Issue.record("no album was found")
      return
    }
    coverage.record("search")

    let looked = try await client.lookUp(ITunes.LookUp(.ids([album.id]), entity: .song))
    #expect(!looked.children.isEmpty && looked.unreadable.isEmpty)
    _ = try await client.lookUp(ITunes.LookUp(.upcs(["5099749534728"])))
    _ = try await client.lookUp(ITunes.LookUp(.amgArtistIDs(["1"])))
    coverage.record("look-ups")

    #expect(try await client.genres()["11"]?.name == "Jazz")
    coverage.record("genres")

    for kind in [ITunes.Chart.Kind.songs, .albums, .playlists, .musicVideos] {
      let chart = try await client.chart(kind, size: .ten)
      #expect(!chart.entries.isEmpty, "\(kind.rawValue)")
    }
    coverage.record("charts")

    FileHandle.standardOutput.write(Data(coverage.table.utf8))
    #expect(coverage.missed.map(\.description) == [])
  }
}
