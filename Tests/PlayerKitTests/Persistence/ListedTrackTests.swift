import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKit

@Suite("A restored track from a list", .tags(.pure))
struct ListedTrackTests {
  private let origin = ListOrigin(
    lists: ["http://user:secret@a.example/l"],
    depth: 1,
    isRemote: true,
    isPublic: true
  )

  private func track(_ alternatives: [URLTrack] = []) throws -> URLTrack {
    URLTrack(
      listed: try #require(URL(string: "http://a.example/x")),
      headers: ["user-agent": "Player/1", "Referer": "http://secret.example/"],
      metadata: TrackMetadata(),
      origin: origin,
      alternatives: alternatives
    )
  }

  @Test("has its user agent, and no other header field")
  func userAgentNo() throws {
    let stored = try JSONEncoder().encode(try track([try track()]))
    #expect(!String(decoding: stored, as: UTF8.self).contains("secret"))
    let restored = try JSONDecoder().decode(URLTrack.self, from: stored)
    #expect(restored.headers == ["User-Agent": "Player/1"])
    #expect(restored.alternatives.first?.headers == ["User-Agent": "Player/1"])
    #expect(restored.listOrigin == origin)
  }

  @Test("has no user agent if no list named it, since it may be a secret")
  func noneNoList() throws {
    let url = try #require(URL(string: "http://a.example/x"))
    let own = URLTrack(url: url, headers: ["User-Agent": "x"], alternatives: [try track()])
    let restored = try JSONDecoder().decode(URLTrack.self, from: try JSONEncoder().encode(own))
    #expect(restored.headers.isEmpty && restored.alternatives.count == 1)
  }

  @Test("keeps its list's limits, also if its own address is unusable")
  func boundedListOwn() throws {
    let stored = try JSONEncoder().encode(try track([try track()]))
    var record = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
    record["url"] = nil
    record["item"] = "http://a b/"
    let data = try JSONSerialization.data(withJSONObject: record)
    let restored = try JSONDecoder().decode(URLTrack.self, from: data)
    #expect(restored.listOrigin == origin && restored.alternatives.count == 1)
    #expect(try restored.mediaSource().reach == .publicAlone)
  }
}
