import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitDiscovery

/// An hour of radio, by a manual clock.
@Suite(.tags(.local), .serialized) struct RadioHourTests {
  private struct Hour {
    var ids: [String] = []
    var reasons: [String] = []
    var stalls: [Duration] = []
    var faults: [String] = []
  }

  private func hour(
    of sources: [any DiscoverySource],
    _ seed: RadioSeed,
    pace: Pace = .usual(),
    meanwhile: @escaping (Duration) -> Void = { _ in }
  ) async throws -> Hour {
    var settings = Discovery.Settings()
    settings.playerTypes = [.deezerPreview, .appleMusicPreview]
    // Only the queue's clock measures how long answers take.
    settings.timeout = .seconds(3_600)
    var rules = RadioRules()
    rules.timeout = .seconds(3_600)
    let discovery = Discovery(
      sources: sources.map { SlowSource(base: $0, pace: pace) },
      settings: settings
    )
    let radio = RadioSource(seed: seed, discovery: discovery, rules: rules, chance: 11)
    let player = try await RadioQueue(
      radio,
      types: [.deezerPreview, .appleMusicPreview],
      pace: pace
    )
    var hour = Hour()
    for _ in 0..<120 {
      hour.stalls += try await player.playOn(for: .seconds(30))
      meanwhile(.seconds(30))
    }
    let played = player.played
    hour.ids = played.map { "\($0.track.playerType?.rawValue ?? "") \($0.track.id)" }
    hour.reasons = played.compactMap(\.discoveryReason?.description)
    hour.faults = faults(of: played.map(\.track), rules: RadioRules())
    return hour
  }

  private func check(_ first: Hour, _ second: Hour, least: Int) {
    #expect(first.stalls == [])
    #expect(first.faults == [])
    #expect(first.ids.count >= least)
    #expect(Set(first.ids).count == first.ids.count)
    #expect(first.reasons.count == first.ids.count)
    #expect(second.ids == first.ids)
    #expect(second.reasons == first.reasons)
  }

  @Test("from the simulator: no stall, no repeat, equal when run twice, with reasons")
  func simulatorNoStall() async throws {
    let simulator = try await ServiceSimulator.start(.init(seed: 1))
    let setup = ServiceSetup(
      bases: ["deezer": simulator.url(of: .deezer), "apple": simulator.appleMusic],
      network: NetworkTransport(),
      clock: ManualClock(skipsWaits: true)
    )
    let services = MusicServices([
      AppleMusicService(setup, developerToken: simulator.developerToken), DeezerService(setup),
    ])
    let found = try await services.catalogs[1].search("the", for: .artist, limit: 1)
    let artist = ArtistReference(try #require(found.entries.first?.title))
    func hour() async throws -> Hour {
      try await self.hour(of: services.discoverySources, .artist(artist)) { time in
        simulator.advance(by: time)
      }
    }
    let first = try await hour()
    simulator.advance(by: .seconds(600))
    check(first, try await hour(), least: 15)
    #expect(first.reasons.contains { $0.contains("apple") && $0.contains("deezer") })
    await simulator.stop()
  }

  @Test("an hour with slow answers stalls, and the test notices it")
  func hourStallsAnswers() async throws {
    let world = InventedWorld.wide(12, songs: 3)
    let pace = Pace { .seconds($0 < 12 ? 3 : 1_000) }
    var settings = Discovery.Settings()
    settings.timeout = .seconds(3_600)
    let radio = RadioSource(
      seed: .artist(ArtistReference("a0")),
      discovery: Discovery(sources: [SlowSource(base: world, pace: pace)], settings: settings),
      chance: 11
    )
    let player = try await RadioQueue(radio, types: [.url], pace: pace)
    #expect(try await player.playOn(for: .seconds(300)) == [])
    #expect(try await !player.playOn(for: .seconds(5_400)).isEmpty)
  }

  // MARK: - Recorded answers

  private static let environment = ProcessInfo.processInfo.environment
  private static let folders = [
    environment["PLAYERKIT_RECORDED"], environment["PLAYERKIT_RECORDED_MORE"],
  ]
  .compactMap(\.self)

  /// Deezer as recorded: the related artists of one artist, and its top tracks. The tracks of the
  /// others have the recorded form, with their names and numbers.
  private static func recordedDeezer() throws -> StubTransport {
    let related = try Data(
      contentsOf: URL(fileURLWithPath: folders[1] + "/discovery/deezer.artist.related.json")
    )
    let top = try Data(contentsOf: URL(fileURLWithPath: folders[0] + "/deezer_artist_top.json"))
    let artists = try JSONDecoder().decode(JSONValue.self, from: related)["data"]?.array ?? []
    let names = Dictionary(
      artists.compactMap { artist in
        artist["id"]?.int.map { (String($0), artist["name"]?.string ?? "") }
      }
    ) { first, _ in first }
    return StubTransport { call in
      let path = (call.request.path ?? "").split(separator: "?").first.map(String.init) ?? ""
      let parts = path.split(separator: "/").map(String.init)
      guard parts.count == 3, parts[0] == "artist" else { return .empty(404) }
      switch parts[2] {
      case "related" where parts[1] == "27": return .json(related)
      case "top": return .json(Self.tracks(top, of: parts[1], names[parts[1]]))
      default: return .json(Data(#"{"data":[],"total":0}"#.utf8))
      }
    }
  }

  private static func tracks(_ recorded: Data, of id: String, _ name: String?) -> Data {
    guard let name else { return recorded }
    var text = String(decoding: recorded, as: UTF8.self)
    text = text.replacing("\"Daft Punk\"", with: "\"\(name)\"").replacing(
      "\"id\": 27,",
      with: "\"id\": \(id),"
    )
    // Other artists' tracks have other numbers.
    text = text.replacing(/"id": (\d{5,}),/) { "\"id\": \(id)\($0.1)," }
    return Data(text.utf8)
  }

  @Test(
    "from recorded answers: no stall, no repeat, equal when run twice, with reasons",
    .enabled(if: folders.count == 2, "needs PLAYERKIT_RECORDED and PLAYERKIT_RECORDED_MORE")
  )
  func recordedAnswersNo() async throws {
    let deezer = DeezerClient(
      configuration: ClientConfiguration(transport: try Self.recordedDeezer())
    )
    let source = DeezerDiscovery(client: deezer)
    let seed = RadioSeed.artist(ArtistReference("Daft Punk", ids: [.deezer: "27"]))
    let first = try await hour(of: [source], seed)
    check(first, try await hour(of: [source], seed), least: 10)
    #expect(first.reasons.contains("Justice is like Daft Punk (deezer)"))
  }
}

extension HTTPTransportResponse {
  fileprivate static func json(_ data: Data) -> HTTPTransportResponse {
    HTTPTransportResponse(
      HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
      body: data
    )
  }
}
