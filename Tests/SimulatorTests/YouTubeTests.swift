import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("The simulated YouTube", .tags(.local))
struct YouTubeTests {
  private let catalog = InventedCatalog.standard

  private func get(_ path: String, _ query: String, key: String = "k") async -> Reply {
    let service = YouTubeService(catalog: catalog, key: "k")
    return Reply(
      await service.respond(
        to: SimulatedRequest(
          method: "GET",
          path: "/youtube/v3/" + path,
          query: Query.pairs(of: query + "&key=" + key),
          headers: [:],
          body: Data(),
          now: Date(timeIntervalSince1970: 1_764_000_000),
          mediaBase: "http://127.0.0.1:1/media",
          serviceBase: "http://127.0.0.1:1/youtube"
        )
      )
    )
  }

  @Test("A search leaves out videos that may not be embedded, if it is asked to")
  func embeddable() async throws {
    let index = try #require(
      catalog.recordings.indices.first {
        YouTubeVideoState(ofVideo: $0) == .embeddingDisabled
          && !CatalogText.words(catalog.recordings[$0].title.text).isEmpty
          && !catalog.songsOfRecordings[$0].isEmpty
      }
    )
    let words = CatalogText.words(catalog.recordings[index].title.text).joined(separator: "+")
    let query =
      "part=snippet&type=video&maxResults=50&q="
      + (words.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")
    func ids(_ reply: Reply) -> [String] {
      let items = reply.json["items"] as? [[String: Any]] ?? []
      return items.compactMap { ($0["id"] as? [String: Any])?["videoId"] as? String }
    }
    #expect(ids(await get("search", query)).contains(YouTubeIDs.video(index)))
    #expect(
      !ids(await get("search", query + "&videoEmbeddable=true")).contains(YouTubeIDs.video(index))
    )
  }

  @Test("Only the requested parts are written, and unknown ids are left out")
  func parts() async {
    let reply = await get("videos", "part=contentDetails&id=sv_00000000,sv_99999999,x")
    #expect((reply.json["items"] as? [Any])?.count == 1)
    #expect((reply.at("items.0.contentDetails.duration") as? String)?.hasPrefix("PT") == true)
    #expect(reply.at("items.0.snippet") == nil)
    #expect(reply.json["nextPageToken"] == nil)
  }

  @Test(
    "Refusals have the service's status and reason",
    arguments: [
      ("videos", "part=snippet&id=x", "wrong", 400, "badRequest"),
      ("videos", "id=x", "k", 400, "missingRequiredParameter"),
      ("videos", "part=snippet", "k", 400, "invalidFilters"),
      ("search", "part=snippet&q=a&pageToken=odd", "k", 400, "invalidPageToken"),
      ("search", "part=snippet&q=a&maxResults=51", "k", 400, "invalidParameter"),
      ("playlistItems", "part=snippet&playlistId=PLx", "k", 404, "playlistNotFound"),
      ("none", "part=snippet", "k", 404, "notFound"),
    ]
  )
  func refusals(path: String, query: String, key: String, status: Int, reason: String) async {
    let reply = await get(path, query, key: key)
    #expect(reply.status == status)
    #expect(reply.at("error.errors.0.reason") as? String == reason)
  }

  @Test(
    "A duration has no parts that are zero",
    arguments: [(0, "PT0S"), (60, "PT1M"), (3_661, "PT1H1M1S")]
  )
  func durations(seconds: Int, text: String) {
    #expect(YouTubeWriter.duration(seconds) == text)
  }
}
