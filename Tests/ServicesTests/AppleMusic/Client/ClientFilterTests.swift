import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Filtered lists of the Apple Music client", .tags(.pure))
struct ClientFilterTests {
  @Test("Filters are sent by name, and the user's station with the user's token")
  func filters() async throws {
    let bench = try ClientBench(userTokens: TurningUserTokens(["me"])) { _ in .list([]) }
    let client = bench.client
    #expect(try await client.liveStations().isEmpty)
    #expect(try await client.personalStation() == nil)
    _ = try await client.chartPlaylists(of: ["US", "jp"])
    _ = try await client.list(AppleMusic.StationGenres.self, filter: nil, limit: 3)
    #expect(
      bench.asked == [
        "GET catalog/us/stations?filter[featured]=apple-music-live-radio",
        "GET catalog/us/stations?filter[identity]=personal",
        "GET catalog/us/playlists?filter[storefront-chart]=us,jp",
        "GET catalog/us/station-genres?limit=3",
      ]
    )
    #expect(bench.field("Music-User-Token") == [nil, "me", nil, nil])
  }

  @Test("A filter's name cannot contain another parameter", arguments: ["", "a]=1&x[b", "a b"])
  func names(_ name: String) async throws {
    let bench = try ClientBench(script: [])
    #expect(
      await codeThrown { _ = try await bench.client.list(AppleMusic.Stations.self, filter: name) }
        == .invalidArgument
    )
    #expect(
      await codeThrown { _ = try await bench.client.chartPlaylists(of: []) } == .invalidArgument
    )
    #expect(bench.transport.calls.isEmpty)
  }
}
