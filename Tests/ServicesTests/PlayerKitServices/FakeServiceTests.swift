import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A fake service", .tags(.pure), .timeLimit(.minutes(1)))
struct FakeServiceTests {
  private let service = FakeService(
    tracks: [
      FakeTrack("1", title: "Lighthouse", artist: "Keepers", playerTypes: [.fake]),
      FakeTrack("2", title: "Harbor", artist: "Lightships", playerTypes: [.fake]),
    ],
    albums: [
      .init(
        "Coast",
        tracks: [FakeTrack("3", title: "Dune", playerTypes: [.fake])],
        barcode: "0724384960650"
      )
    ]
  )

  private var services: MusicServices { MusicServices([service]) }

  @Test("is searched, recognized and resolved like any other")
  func wholeWay() async throws {
    let page = try await service.catalog.search("LIGHT", for: .song, limit: 10)
    #expect(page.entries.map(\.title) == ["Lighthouse", "Harbor"])
    let items = await ItemReader(services: services)
      .items(for: try #require(page.entries[1].item))
    let track = try #require(items.first?.track)
    #expect(track.id == "2")
    let source = try await services.resolver(for: track)?.resolve(track)
    #expect(source?.address == "https://fake.example/audio/2")
    let link = MusicLink(service: .fake, kind: .song, id: "2")
    #expect(service.requests == [.search("LIGHT", .song), .tracks(link), .resolve("2")])
  }

  @Test("finds albums and their tracks")
  func albums() async throws {
    let page = try await service.catalog.search("coast", for: .album, limit: 10)
    let album = try #require(page.entries.first?.link)
    #expect(
      try await service.catalog.contents(of: album, limit: 10).entries.map(\.title) == ["Dune"]
    )
    #expect(try await service.tracks(of: album).map(\.id) == ["3"])
    await #expect(throws: CatalogError.self) {
      try await service.catalog.search("coast", for: .artist, limit: 10)
    }
  }

  @Test(
    "finds an album by a barcode as the item",
    arguments: ["724384960650", "00724384960650"]
  )
  func barcode(code: String) async throws {
    let items = await ItemReader(services: services).items(for: "upc:" + code)
    #expect(items.map(\.track.id) == ["3"])
    let other = await ItemReader(services: services).items(for: "upc:724384960651")
    #expect((other.first?.track as? FailedItem)?.error.code == .notFound)
    let odd = await ItemReader(services: services).items(for: "upc:12")
    #expect((odd.first?.track as? FailedItem)?.error.code == .invalidItem)
  }

  @Test("without the album of a barcode, or with a failure, is skipped for the next one")
  func nextService() async throws {
    let broken = FakeService()
    broken.failure = CatalogError(.unreachable, "No network.", service: .fake)
    let services = MusicServices([FakeService(), broken, service])
    let items = await ItemReader(services: services).items(for: "upc:724384960650")
    // A link belongs to the first service of its kind, so the service that has the album is asked
    // for tracks.
    #expect(items.map(\.track.id) == ["3"])
    let failing = MusicServices([FakeService(), broken])
    let failed = await ItemReader(services: failing).items(for: "upc:724384960650")
    #expect((failed.first?.track as? FailedItem)?.error.code == .unreachable)
  }

  @Test("fails on demand")
  func failure() async throws {
    service.failure = CatalogError(.unreachable, "No network.", service: .fake)
    await #expect(throws: CatalogError.self) {
      try await service.catalog.search("light", for: .song, limit: 1)
    }
    service.failure = nil
    #expect(try await service.catalog.search("light", for: .song, limit: 1).entries.count == 1)
  }

  @Test("plays in a queue, and is restored from a store")
  func queue() async throws {
    let track = FakeTrack("1", playerTypes: [.fake])
    let stored = try services.registry.encode(track)
    #expect(services.registry.decode(stored) as? FakeTrack == track)
    #expect(
      services.players(on: FakeEngine(clock: ManualClock())).contains { $0.playerType == .fake }
    )
  }

  @Test("A track's resolver is the one of its preferred type, and other types have none")
  func resolvers() throws {
    let both = FakeTrack("1", playerTypes: [.url, .fake])
    #expect(services.resolvers(for: both).map(\.playerType) == [.url, .fake])
    #expect(services.resolver(for: FakeTrack("1", playerTypes: [.fake]))?.playerType == .fake)
    let other = FakeTrack("1", playerTypes: [PlayerType(rawValue: "other")])
    #expect(services.resolver(for: other) == nil)
  }
}
