import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRadio

@Suite("The directory of stations", .tags(.pure))
struct RadioBrowserTests {
  private func decoded(_ text: String) throws -> RadioBrowser.Station {
    try JSONDecoder().decode(RadioBrowser.Station.self, from: Data(text.utf8))
  }

  @Test("uses one of its servers, with the name of the app")
  func mirrors() async throws {
    let transport = StubTransport { call in
      call.path == "/json/servers" ? RadioFixture.servers : .text("[\(RadioFixture.station())]")
    }
    let client = RadioFixture.client(transport)
    for _ in 0..<2 { _ = try await client.stations() }
    #expect(
      transport.calls.map(\.host) == [
        "all.api.radio-browser.info", "fr1.api.radio-browser.info", "fr1.api.radio-browser.info",
      ]
    )
    #expect(
      transport.calls.allSatisfy { $0.request.headerFields[.userAgent] == "Jukebox/1.2" }
    )
  }

  @Test("uses the next server if one fails, and the failed one comes last")
  func nextMirror() async throws {
    for failure in ["refused", "500", "page", "slow"] {
      let transport = StubTransport { call in
        if call.path == "/json/servers" { return RadioFixture.servers }
        guard call.host.hasPrefix("fr1") else { return .text("[]") }
        switch failure {
        case "refused": throw CatalogError(.unreachable, "refused")
        case "slow": throw CatalogError(.timedOut, "slow")
        case "500": return .text("no", status: .internalServerError)
        default: return .text("<html>", contentType: "text/html")
        }
      }
      let client = RadioFixture.client(transport)
      for _ in 0..<2 { _ = try await client.stations() }
      #expect(
        transport.calls.dropFirst().map { $0.host.prefix(3) } == ["fr1", "de1", "de1"],
        "\(failure)"
      )
    }
  }

  @Test("has no servers outside of its domain")
  func outside() async throws {
    let transport = StubTransport { call in
      if call.path == "/json/servers" { return RadioFixture.servers }
      throw CatalogError(.unreachable, "gone")
    }
    await #expect(throws: CatalogError.self) {
      try await RadioFixture.client(transport).stations()
    }
    #expect(transport.calls.map { $0.host.prefix(3) } == ["all", "fr1", "de1", "at1"])
    #expect(transport.calls.allSatisfy { $0.host.hasSuffix(".api.radio-browser.info") })
  }

  @Test("tries no other server after a refusal, and fails if all servers do")
  func refusals() async throws {
    let busy = StubTransport { call in
      call.path == "/json/servers"
        ? RadioFixture.servers : .text("{}", status: HTTPResponse.Status(code: 429))
    }
    let client = RadioFixture.client(busy)
    let refusal = await #expect(throws: CatalogError.self) { try await client.stations() }
    #expect(refusal?.code == .rateLimited)
    #expect(busy.calls.count == 2)
    let dead = StubTransport { _ in throw CatalogError(.unreachable, "no network") }
    let error = await #expect(throws: CatalogError.self) {
      try await RadioFixture.client(dead).stations()
    }
    #expect(error?.code == .unreachable)
    // Without a list, the collective name is asked.
    #expect(dead.calls.map(\.path) == ["/json/servers", "/json/stations/search"])
  }

  @Test("is asked for its servers once, and an answer with another station is not accepted")
  func otherStation() async throws {
    let transport = StubTransport { call in
      call.path == "/json/servers"
        ? .text("", status: HTTPResponse.Status(code: 500)) : .text("[\(RadioFixture.station())]")
    }
    let client = RadioFixture.client(transport)
    #expect(try await client.station(RadioFixture.id.uppercased()).id == RadioFixture.id)
    let other = "00000000-0000-4000-8000-000000000000"
    let error = await #expect(throws: CatalogError.self) { try await client.station(other) }
    #expect(error?.code == .notFound)
    #expect(transport.calls.count { $0.path == "/json/servers" } == 1)
  }

  @Test(
    "reads its list of servers again after an hour, and when no server answers"
  )
  func refreshed() async throws {
    let names = Locked(["de1", "fr1"])
    let isDown = Locked(false)
    let transport = StubTransport { call in
      guard call.path == "/json/servers" else {
        if isDown.withLock({ $0 }) { throw CatalogError(.unreachable, "gone") }
        return .text("[]")
      }
      let list = names.withLock { $0 }.map { "{\"name\":\"\($0).api.radio-browser.info\"}" }
      return .text("[\(list.joined(separator: ","))]")
    }
    let clock = ManualClock()
    let client = RadioFixture.client(transport, clock: clock)
    func hosts(_ count: Int = 1) async throws -> [String] {
      let before = transport.calls.count
      for _ in 0..<count { _ = try await client.stations() }
      return transport.calls.dropFirst(before).map { String($0.host.prefix(3)) }
    }
    #expect(try await hosts(2) == ["all", "fr1", "fr1"])
    names.withLock { $0 = ["at1", "fr1", "nl1"] }
    clock.advance(by: .seconds(3_599))
    #expect(try await hosts() == ["fr1"])
    clock.advance(by: .seconds(1))
    // The server that answered last stays first, if it still exists.
    #expect(try await hosts() == ["all", "fr1"])
    names.withLock { $0 = ["nl1"] }
    clock.advance(by: .seconds(3_600))
    #expect(try await hosts() == ["all", "nl1"])
    // An empty list is ignored. The old one stays, and is requested again soon.
    names.withLock { $0 = [] }
    clock.advance(by: .seconds(3_600))
    #expect(try await hosts(2) == ["all", "nl1", "nl1"])
    names.withLock { $0 = ["us1"] }
    clock.advance(by: .seconds(300))
    #expect(try await hosts() == ["all", "us1"])
    // If no server answers, the list may have changed.
    isDown.withLock { $0 = true }
    await #expect(throws: CatalogError.self) { try await client.stations() }
    isDown.withLock { $0 = false }
    names.withLock { $0 = ["ca1"] }
    #expect(try await hosts() == ["all", "ca1"])
  }

  @Test("uses only the given base")
  func base() async throws {
    let transport = StubTransport { _ in .text("[]") }
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000/radio")
    _ = try await client.stations()
    #expect(transport.calls.map(\.host) == ["127.0.0.1:8000"])
    #expect(transport.calls.map(\.path) == ["/radio/json/stations/search"])
  }

  @Test("receives specific queries, and never one for everything")
  func query() async throws {
    let transport = StubTransport { _ in .text("[]") }
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    var query = RadioQuery(name: "jazz & soul")
    query.countryCode = "DE"
    query.tags = ["a b", "c"]
    query.lowestBitRate = 128
    query.limit = 100_000
    query.offset = -1
    query.order = .name
    query.isWorking = false
    _ = try await client.stations(query)
    let call = try #require(transport.calls.first)
    let expected = [
      "name": "jazz & soul", "countrycode": "DE", "tagList": "a b,c", "bitrateMin": "128",
      "limit": "500", "offset": "0", "order": "name", "reverse": "false", "hidebroken": "false",
    ]
    for (name, value) in expected { #expect(call.value(name) == value, "\(name)") }
    #expect(call.value("codec") == nil)
    _ = try await client.categories("languages", limit: 0)
    let list = try #require(transport.calls.last)
    #expect(list.path == "/json/languages")
    #expect(list.value("limit") == "1")
    for id in ["", "../servers", "960e57c5", RadioFixture.id + "x"] {
      await #expect(throws: CatalogError.self) { try await client.station(id) }
      await #expect(throws: CatalogError.self) { try await client.countClick(id) }
    }
    #expect(transport.calls.count == 2)
  }

  @Test("has stations as people entered them, and malformed data are corrected or omitted")
  func station() throws {
    let station = try decoded(RadioFixture.station())
    #expect(station.title == "Example FM One")
    #expect(station.tagList == ["jazz", "blues", "soul"])
    #expect(station.isWorking == true)
    #expect(station.isHLS == false)
    #expect(station.longitude == 8.25)
    #expect(station.addresses.map(\.absoluteString) == ["http://stream.example/live"])
    let track = RadioTrack(station)
    #expect(track.id == RadioFixture.id)
    #expect(track.codec == "MP3")
    #expect(track.bitRate == 128)
    #expect(track.countryCode == "DE")
    #expect(
      track.metadata.artwork?.url(atLeast: 1)?.absoluteString == "https://example.org/logo.png?v=2"
    )
    #expect(track.metadata.details.page?.absoluteString == "http://example.org")

    let odd = try decoded(
      #"""
      {"stationuuid":"\#(RadioFixture.id)","name":"\u0000 \u202e ","url":"mms://a.example",
      "url_resolved":"","favicon":"data:image/png,a","homepage":"javascript:x","codec":"UNKNOWN",
      "bitrate":34400400,"hls":"1","lastcheckok":true,"votes":"12","countrycode":"x1","geo_lat":"n",
      "tags":7}
      """#
    )
    let oddTrack = RadioTrack(odd)
    #expect(odd.title == nil)
    #expect(odd.isHLS == true)
    #expect(odd.votes == 12)
    #expect(oddTrack.addresses.isEmpty)
    #expect(oddTrack.codec == nil)
    #expect(oddTrack.bitRate == nil)
    #expect(oddTrack.countryCode == nil)
    #expect(oddTrack.metadata.artwork == nil)
    #expect(oddTrack.metadata.details.page == nil)
    let long = try decoded(RadioFixture.station(name: String(repeating: "a", count: 100_000)))
    #expect(long.title?.count == 300)
    let both = try decoded(
      RadioFixture.station(url: "http://a.example/b", resolved: "http://c.example/d")
    )
    #expect(both.addresses.map(\.absoluteString) == ["http://c.example/d", "http://a.example/b"])
    let video = try decoded(
      #"{"stationuuid":"\#(RadioFixture.id)","codec":"AAC,H.264","bitrate":0}"#
    )
    #expect(video.soundCodec == "AAC")
    #expect(video.plausibleBitRate == nil)
  }

  @Test("has lists in which a bad member affects no other")
  func lists() async throws {
    let transport = StubTransport { call in
      call.path == "/json/countries"
        ? .text(#"[{"name":"Examplia","iso_3166_1":"EX","stationcount":3},{"stationcount":1}]"#)
        : .text("[\(RadioFixture.station()),{\"name\":\"no id\"},null]")
    }
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    let found = try await client.stations()
    #expect(found.map(\.id) == [RadioFixture.id])
    #expect(found.unreadable.count == 2)
    let countries = try await client.categories("countries")
    #expect(countries.map(\.countryCode) == ["EX"])
  }

  @Test("is searched page by page")
  func search() async throws {
    let transport = StubTransport { call in
      let offset = Int(call.value("offset") ?? "") ?? 0
      let count = min(2, 3 - offset)
      return .text(
        "[\((0..<max(0, count)).map { _ in RadioFixture.station() }.joined(separator: ","))]"
      )
    }
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    let first = try await client.search("fm", for: .station, limit: 2)
    let second = try #require(try await first.next())
    #expect(first.entries.count == 2)
    #expect(first.entries.first?.item == "radio:" + RadioFixture.id)
    #expect(second.entries.count == 1)
    #expect(try await second.next() == nil)
    await #expect(throws: CatalogError.self) { try await client.search("a", for: .song, limit: 1) }
  }

  @Test("has links: radio:UUID, and its pages")
  func links() {
    let recognizers = LinkRecognizers([RadioLinks()])
    let link = MusicLink(service: .radio, kind: .station, id: RadioFixture.id)
    for text in [
      "radio:" + RadioFixture.id, "radio:" + RadioFixture.id.uppercased(),
      "https://www.radio-browser.info/history/" + RadioFixture.id,
    ] {
      #expect(MusicReference(text, recognizers: recognizers) == .link(link), "\(text)")
    }
    #expect(
      link.canonicalURL(by: recognizers).map {
        MusicReference($0.absoluteString, recognizers: recognizers)
      } == .link(link)
    )
    for text in [
      "radio:", "radio:1", "radio:x:" + RadioFixture.id, "radio:" + RadioFixture.id + "?",
    ] {
      if case .link(let found) = MusicReference(text, recognizers: recognizers) {
        #expect(found == link)
        #expect(text.hasSuffix("?"))
      }
    }
  }
}
