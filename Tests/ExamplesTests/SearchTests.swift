import Foundation
import TestSupport
import Testing

@Suite("A search", .tags(.local), .timeLimit(.minutes(3)))
struct SearchTests {
  /// A line of `search --json`.
  private struct Row: Decodable {
    var service: String
    var type: String
    var id: String
    var title: String?
    var artist: String?
    var album: String?
    var duration: Double?
    var isrc: String?
    var explicit: Bool?
    var preview: Bool?
    var item: String?
    var services: [String: Row]?
  }

  private func rows(
    _ arguments: [String],
    on services: SimulatedServices,
    hasToken: Bool = true
  ) async throws -> [Row] {
    let run = try await Tool.run(
      ["search", "--json"] + services.options + arguments,
      environment: hasToken ? services.environment : [:]
    )
    #expect(run.status == 0, "\(run.errors)")
    return try run.lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  }

  @Test("of one service prints the known facts, and the item to play")
  func oneService() async throws {
    try await SimulatedServices.with { services in
      let rows = try await rows(
        ["--service", "apple", "--limit", "30", "lighthouse"],
        on: services
      )
      #expect(rows.count == 30, "more than one page")
      let row = try #require(rows.first)
      #expect(row.service == "apple")
      #expect(row.type == "songs")
      #expect(row.item == "apple:\(row.id)")
      #expect(row.title?.lowercased().contains("lighthouse") == true)
      #expect(row.artist != nil && row.album != nil && row.isrc != nil)
      #expect(row.duration.map { $0 > 30 && $0 < 1_000 } == true)
      #expect(row.explicit != nil && row.preview != nil)
    }
  }

  @Test("of all services has one row for an item that several have")
  func merged() async throws {
    try await SimulatedServices.with { services in
      let rows = try await rows(["--limit", "10", "lighthouse"], on: services)
      let merged = try #require(rows.first { $0.services != nil })
      #expect(merged.services?.keys.sorted() == ["apple", "deezer", "itunes", "spotify"])
      #expect(merged.services?["spotify"]?.isrc == merged.isrc)
      #expect(merged.services?["itunes"]?.id == merged.id)
      #expect(Set(rows.map { "\($0.service) \($0.id)" }).count == rows.count)
    }
  }

  @Test("without a token uses the service that needs none")
  func withoutToken() async throws {
    try await SimulatedServices.with { services in
      let rows = try await rows(["lighthouse"], on: services, hasToken: false)
      #expect(rows.allSatisfy { ["itunes", "deezer"].contains($0.service) && $0.isrc == nil })
      #expect(rows.contains { $0.service == "deezer" && $0.services?["itunes"] != nil })
      let run = try await Tool.run(
        ["search", "--service", "apple", "lighthouse"] + services.options
      )
      #expect(run.status == 1)
      #expect(run.errors.contains("APPLE_MUSIC_DEVELOPER_TOKEN"))
    }
  }

  @Test(
    "of each type returns items that the tool accepts",
    arguments: ["albums", "artists", "playlists"],
    ["apple", "spotify", "deezer"]
  )
  func types(type: String, service: String) async throws {
    try await SimulatedServices.with { services in
      let rows = try await rows(["--type", type, "--service", service, "paper"], on: services)
      let item = try #require(rows.first?.item)
      #expect(rows.allSatisfy { $0.type == type })
      let run = try await Tool.run(
        ["resolve", "--json"] + services.options + [item],
        environment: services.environment
      )
      #expect(run.status == 0)
      #expect(run.output.contains("\"kind\":\"\(type.dropLast())\""), "\(run.output)")
    }
  }

  @Test("for people has one line for each row, with the item after a tab")
  func text() async throws {
    try await SimulatedServices.with { services in
      let run = try await Tool.run(
        ["search"] + services.options + ["--limit", "3", "lighthouse"],
        environment: services.environment
      )
      #expect(run.lines.count == 3)
      #expect(run.lines.allSatisfy { $0.split(separator: "\t").last?.hasPrefix("apple:") == true })
    }
  }

  @Test("with a refused token reports that, without the token")
  func refused() async throws {
    try await SimulatedServices.with { services in
      let token = try services.simulator.makeDeveloperToken(flaw: .wrongTeam)
      let run = try await Tool.run(
        ["search", "--service", "apple"] + services.options + ["lighthouse"],
        environment: ["APPLE_MUSIC_DEVELOPER_TOKEN": token]
      )
      #expect(run.status == 1)
      #expect(run.errors.contains("unauthorized"))
      #expect(!run.errors.contains(token))
    }
  }
}
