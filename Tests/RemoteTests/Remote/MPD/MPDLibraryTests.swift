import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import ServiceKit
import TestSupport
import Testing

@testable import PlayerKitRemote

/// A service that must not be asked by remote controls.
private struct GuardedService: MusicService {
  static let name = FakeService.name
  static let links = FakeService.links

  let service: FakeService

  init(_ setup: ServiceSetup) { service = FakeService(setup) }

  init(_ service: FakeService) { self.service = service }

  var catalog: any SearchableCatalog { service.catalog }
  var forStrangers: any MusicService { FakeService() }

  func tracks(of link: MusicLink) async throws -> [any Track] {
    try await service.tracks(of: link)
  }

  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] { [] }

  static let storableTracks: [any StorableTrack.Type] = []
}

@Suite("The services as MPD's database", .tags(.pure))
struct MPDLibraryTests {
  private let album = "https://fake.example/album/Boats"

  @Test(
    "a folder, a search and a cover ask only the services for strangers",
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

  @Test("a link with nothing inside is named in the error")
  func emptyAlbum() async throws {
    let bench = MPDBench(services: [FakeService(albums: [.init("Boats", tracks: [])])])
    #expect(try await bench.ask("add \(album)") == ["ACK [50@0] {add} There is nothing in it."])
  }

  @Test("stats tells how many songs the catalogs have")
  func songCount() async throws {
    let tracks = ["1", "2"].map { FakeTrack($0) }
    let services = [FakeService(tracks: tracks), FakeService(tracks: [FakeTrack("3")])]
    #expect(try await MPDBench(services: services).value("songs", "stats") == "3")
    #expect(try await MPDBench().value("songs", "stats") == "0")
  }

  @Test("services that are not set up are no folders, and are not searched")
  func notSetUp() async throws {
    let setup = ServiceSetup(environment: [:])
    let bench = MPDBench(services: [AppleMusicService(setup), SpotifyService(setup)])
    #expect(try await bench.ask("lsinfo") == [])
    #expect(try await bench.ask("search any boats") == [])
    #expect(try await bench.ask("search any boats base spotify").count <= 1)
  }
}
