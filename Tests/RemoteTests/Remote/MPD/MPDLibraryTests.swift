import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

/// A service that must not be asked by remote controls.
private struct GuardedService: SearchableService, RestrictableService {
  static let name = FakeService.name
  static let links = FakeService.links

  let service: FakeService

  init(_ service: FakeService) { self.service = service }

  var catalog: any SearchableCatalog { service.catalog }
  func restricted(by policy: RemoteAccessPolicy) -> GuardedService {
    GuardedService(FakeService())
  }

  func tracks(of link: MusicLink) async throws -> [any Track] {
    try await service.tracks(of: link)
  }

  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] { [] }

  static let storableTracks: [any StorableTrack.Type] = []
}

/// A second service with the same songs: under the same links, like the iTunes Store for Apple
/// Music, or under its own.
private struct SecondService: SearchableService, PlayableService {
  static let name = "second"
  static let links = FakeService.links

  let service: FakeService
  var place = CatalogService.fake

  init(_ service: FakeService, as place: CatalogService) {
    self.service = service
    self.place = place
  }

  var catalog: any SearchableCatalog { SecondCatalog(first: service.catalog, service: place) }

  func tracks(of link: MusicLink) async throws -> [any Track] {
    try await service.tracks(of: link)
  }

  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] { [] }

  static let storableTracks: [any StorableTrack.Type] = []
}

private struct SecondCatalog: SearchableCatalog {
  let first: any SearchableCatalog
  let service: CatalogService

  var searchableKinds: Set<MusicLink.Kind> { first.searchableKinds }

  func search(_ term: String, for kind: MusicLink.Kind, limit: Int) async throws -> CatalogPage {
    let entries = try await first.search(term, for: kind, limit: limit).entries
    return CatalogPage(
      entries.map { entry in
        var entry = entry
        entry.link = MusicLink(service: service, kind: entry.link.kind, id: entry.link.id)
        if service != .fake { entry.item = "https://second.example/\(entry.link.id)" }
        return entry
      }
    )
  }

  func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    try await first.contents(of: link, limit: limit)
  }
}

@Suite("The services as MPD's database", .tags(.pure))
struct MPDLibraryTests {
  private let album = "https://fake.example/album/Boats"

  @Test(
    "a folder, a search and a cover use only the services for untrusted clients",
    arguments: [
      "lsinfo", "listall", "listallinfo", "listfiles", "search any", "find album", "count album",
      "list title album", "add", "load", "readcomments", "searchadd any", "readpicture",
    ]
  )
  func restricted(command: String) async throws {
    let service = FakeService(albums: [.init("Boats", tracks: [FakeTrack("boat")])])
    let bench = MPDBench(services: [GuardedService(service)])
    for name in [album, "boat"] {
      _ = try await bench.ask("\(command) \(name)" + (command == "readpicture" ? " 0" : ""))
    }
    #expect(service.requests == [])
  }

  @Test("a link without contents is named in the error")
  func emptyAlbum() async throws {
    let bench = MPDBench(services: [FakeService(albums: [.init("Boats", tracks: [])])])
    #expect(try await bench.ask("add \(album)") == ["ACK [50@0] {add} There is nothing in it."])
  }

  @Test("stats counts the songs of the catalogs")
  func songCount() async throws {
    let tracks = ["1", "2"].map { FakeTrack($0) }
    let services = [FakeService(tracks: tracks), FakeService(tracks: [FakeTrack("3")])]
    #expect(try await MPDBench(services: services).value("songs", "stats") == "3")
    #expect(try await MPDBench().value("songs", "stats") == "0")
  }

  @Test("services without configuration are no folders, and are not searched")
  func notSetUp() async throws {
    let setup = ServiceSetup()
    let bench = MPDBench(services: [AppleMusicService(setup), SpotifyService(setup)])
    #expect(try await bench.ask("lsinfo") == [])
    #expect(try await bench.ask("search any boats") == [])
    #expect(try await bench.ask("search any boats base spotify").count <= 1)
  }

  @Test(
    "a song that two services have is found once",
    arguments: [CatalogService.fake, CatalogService(rawValue: "second")]
  )
  func sameSong(place: CatalogService) async throws {
    let service = FakeService(tracks: [
      FakeTrack("1", title: "Paper Boats", artist: "Ensemble", duration: .seconds(200)),
      FakeTrack("2", title: "Paper Boats (Live)", artist: "Ensemble", duration: .seconds(250)),
      FakeTrack("3", title: "Paper Boats", artist: "Somebody Else", duration: .seconds(200)),
    ])
    let bench = MPDBench(
      tracks: [],
      services: [service, SecondService(service, as: place)]
    )
    let files = try await bench.ask("search any boats").filter { $0.hasPrefix("file: ") }
    // The query does not name the live version, so it comes last.
    #expect(files == [1, 3, 2].map { "file: https://fake.example/song/\($0)" })
    _ = try await bench.ask("searchadd any boats")
    #expect(bench.queue.entries.map(\.track.id) == ["1", "3", "2"])
    #expect(try await bench.ask("count title \"Paper Boats\"").contains("songs: 2"))
  }

  @Test("results of two services are ranked together, as people type")
  func rankedTogether() async throws {
    let first = FakeService(tracks: [
      FakeTrack("1", title: "Its Paper Boats I Wanted", artist: "Band", duration: .seconds(100))
    ])
    let second = FakeService(tracks: [
      FakeTrack("2", title: "Paper Boats", artist: "Band", duration: .seconds(200))
    ])
    let bench = MPDBench(
      tracks: [],
      services: [first, SecondService(second, as: CatalogService(rawValue: "second"))]
    )
    let files = try await bench.ask("search any \"paper boats\"").filter { $0.hasPrefix("file: ") }
    #expect(files == ["file: https://second.example/2", "file: https://fake.example/song/1"])
  }
}
