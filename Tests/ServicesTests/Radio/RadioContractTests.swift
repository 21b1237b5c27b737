import Foundation
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRadio

/// The contract of a server of the directory, for the simulator and for answers in the documented
/// forms.
private struct DirectoryContract {
  let client: RadioBrowserClient

  func check() async throws {
    var query = RadioQuery()
    query.limit = 20
    let stations = try await client.stations(query)
    #expect(!stations.isEmpty && stations.count <= 20)
    #expect(stations.unreadable.isEmpty)
    #expect(stations.allSatisfy { RadioBrowser.isID($0.id) && $0.isWorking == true })
    let clicks = stations.compactMap(\.clickCount)
    #expect(clicks == clicks.sorted(by: >))
    for station in stations {
      let entry = CatalogEntry(station)
      // Names are for people: on one line, without control characters.
      #expect(entry.title?.trimmingCharacters(in: .whitespaces) == entry.title)
      #expect(
        entry.title?.unicodeScalars.contains { $0.properties.generalCategory == .control } != true
      )
      #expect(station.plausibleBitRate.map { $0 < 10_000 } != false)
      #expect(!station.addresses.isEmpty)
    }
    let first = try #require(stations.first)
    #expect(try await client.station(first.id).id == first.id)
    let gone = "00000000-0000-4000-8000-000000000000"
    #expect(try await client.stations([first.id, gone]).map(\.id) == [first.id])
    #expect(try await client.countClick(first.id).ok == true)
    #expect(try await client.countClick(first.id).ok == true)
    #expect(try await client.vote(first.id).ok == true)
    let countries = try await client.categories("countries")
    #expect(countries.contains { $0.countryCode?.count == 2 && ($0.stationCount ?? 0) > 0 })
    #expect(try await !client.categories("tags").isEmpty)
  }
}

@Suite("A server of the directory", .tags(.local))
struct RadioContractTests {
  @Test("that answers in the documented forms passes the contract")
  func documented() async throws {
    let transport = StubTransport { call in
      switch call.path {
      case "/json/countries":
        .text(#"[{"name":"Examplia","iso_3166_1":"EX","stationcount":3}]"#)
      case "/json/tags": .text(#"[{"name":"jazz","stationcount":3}]"#)
      case let path where path.hasPrefix("/json/url/") || path.hasPrefix("/json/vote/"):
        .text(#"{"ok":"true","message":"done"}"#)
      default: .text("[\(RadioFixture.station())]")
      }
    }
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    try await DirectoryContract(client: client).check()
  }

  @Test("that is simulated passes the contract, and its stations play")
  func simulated() async throws {
    let simulator = try await ServiceSimulator.start()
    let service = RadioService(
      ServiceSetup(bases: ["radio": simulator.radio])
    )
    try await DirectoryContract(client: service.client).check()
    let page = try await service.catalog.search("fm", for: .station, limit: 5)
    let entry = try #require(page.entries.first)
    let track = try #require(try await service.tracks(of: entry.link).first)
    let resolver = try #require(service.resolvers(substitutes: []).first)
    guard case .remote(let url) = try await resolver.resolve(track).location else {
      Issue.record("no address")
      return
    }
    let reply = try await NetworkTransport().send(HTTPTransportRequest(url))
    #expect(reply.response.status.code == 200)
    #expect(reply.response.headerFields[.contentType] == "audio/mpeg")
    // Another page has other stations.
    let next = try #require(try await page.next())
    #expect(Set(next.entries.map(\.link.id)).isDisjoint(with: page.entries.map(\.link.id)))
    await simulator.stop()
  }
}
