import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitSubsonic

@Suite("Reports to a Subsonic server", .tags(.pure))
struct SubsonicReportingTests {
  private let clock = ManualClock()

  private func queue(_ tracks: [any Track]) throws -> QueuePlayer {
    let group = FakePlayer.Group(clock: clock)
    let queue = QueuePlayer(
      players: [
        FakePlayer(playerType: .subsonic, group: group), FakePlayer(playerType: .url, group: group),
      ],
      clock: clock
    )
    try queue.set(tracks)
    return queue
  }

  private func words(_ transport: StubTransport) -> [String] {
    transport.calls.filter { $0.endpoint == "scrobble" }.map { call in
      let isSubmission = call.values("submission") == ["true"]
      return (call.values("id").first ?? "") + (isSubmission ? " heard" : " now")
    }
  }

  @Test("contain the current song, and plays with their start time")
  func scrobbles() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok() }
    let scrobbler = SubsonicScrobbler(client: try SubsonicFixture.client(transport))
    let queue = try queue([
      SubsonicTrack(id: "1", server: "home"), URLTrack(path: "a"),
      SubsonicTrack(id: "2", server: "elsewhere"), SubsonicTrack(id: "3"),
    ])
    let recorder = ListeningRecorder(of: queue, rule: scrobbler.rule) { scrobbler.receive($0) }
    queue.play()
    // Each is 60 s long.
    for _ in 0..<30 {
      clock.advance(by: .seconds(10))
      await queue.events.delivered()
      await scrobbler.finish()
    }
    #expect(words(transport) == ["1 now", "1 heard", "3 now", "3 heard"])
    let heard = try #require(transport.calls.first { $0.values("submission") == ["true"] })
    let time = try #require(heard.values("time").first.flatMap { Double($0) })
    let began = clock.date.addingTimeInterval(-300).timeIntervalSince1970
    #expect(abs(time / 1_000 - began) < 5)
    recorder.stop()
  }

  @Test("are sent later if the server could not be reached, and not twice")
  func retries() async throws {
    let isThere = Locked(false)
    let transport = StubTransport { _ in
      guard isThere.withLock({ $0 }) else { throw CatalogError(.unreachable, "away") }
      return SubsonicFixture.ok()
    }
    let failures = Counter()
    let client = try SubsonicFixture.client(transport)
    let scrobbler = SubsonicScrobbler(client: client) { _ in _ = failures.next() }
    let queue = try queue([SubsonicTrack(id: "1"), SubsonicTrack(id: "2")])
    let recorder = ListeningRecorder(of: queue, rule: scrobbler.rule) { scrobbler.receive($0) }
    queue.play()
    for step in 0..<16 {
      if step == 5 { isThere.withLock { $0 = true } }
      clock.advance(by: .seconds(10))
      await queue.events.delivered()
      await scrobbler.finish()
    }
    // Only requests that succeeded.
    #expect(failures.next() > 1)
    let heard = words(transport).filter { $0.hasSuffix("heard") }
    #expect(Array(heard.suffix(2)) == ["1 heard", "2 heard"])
    recorder.stop()
  }

  @Test("contain the queue, which another device continues")
  func queues() async throws {
    let kept = Locked<[String]>([])
    let place = Locked<(String?, String?)>((nil, nil))
    let transport = StubTransport { call in
      if call.endpoint == "savePlayQueue" {
        kept.withLock { $0 = call.values("id") }
        place.withLock { $0 = (call.values("current").first, call.values("position").first) }
        return SubsonicFixture.ok()
      }
      let songs = kept.withLock { $0 }.map { SubsonicFixture.song($0) }.joined(separator: ",")
      let (current, position) = place.withLock { $0 }
      guard let current, let position else { return SubsonicFixture.ok() }
      return SubsonicFixture.ok(
        #""playQueue":{"entry":[\#(songs)],"current":"\#(current)","position":\#(position)}"#
      )
    }
    let client = try SubsonicFixture.client(transport)
    let other = try queue([URLTrack(path: "x")])
    #expect(try await client.resume(in: other) == false)
    #expect(other.entries.map(\.track.id) == ["x"])
    let first = try queue([
      SubsonicTrack(id: "1"), URLTrack(path: "a"), SubsonicTrack(id: "2"),
      SubsonicTrack(id: "3", server: "elsewhere"),
    ])
    let second = try #require(first.entries.first { $0.track.id == "2" }?.id)
    try first.play(second, at: .seconds(12))
    clock.advance(by: .seconds(1))
    #expect(try await client.save(first) == 2)
    #expect(try await client.resume(in: other))
    #expect(other.entries.map(\.track.id) == ["1", "2"])
    #expect(other.status.currentEntry?.track.id == "2")
    let position = try #require(place.withLock { $0.1 }.flatMap { Int($0) })
    #expect((12_000...13_000).contains(position))
  }

  @Test(
    "identify a song that occurs twice in a queue by its index, if the server knows indices"
  )
  func byIndex() async throws {
    let saved = Locked<[String]>([])
    let transport = StubTransport { call in
      switch call.endpoint {
      case "getOpenSubsonicExtensions":
        return SubsonicFixture.ok(
          #""openSubsonicExtensions":[{"name":"indexBasedQueue","versions":[1]}]"#
        )
      case "savePlayQueueByIndex":
        saved.withLock { $0 = call.values("currentIndex") + call.values("current") }
        return SubsonicFixture.ok()
      case "getPlayQueueByIndex":
        let songs = ["1", "2", "1"].map { SubsonicFixture.song($0) }.joined(separator: ",")
        return SubsonicFixture.ok(
          #""playQueueByIndex":{"entry":[\#(songs)],"currentIndex":2,"position":5000}"#
        )
      default: return SubsonicFixture.error(0)
      }
    }
    let client = try SubsonicFixture.client(transport)
    let first = try queue([
      SubsonicTrack(id: "1"), SubsonicTrack(id: "2"), SubsonicTrack(id: "1"),
    ])
    try first.play(try #require(first.entries.last?.id))
    #expect(try await client.save(first) == 3)
    #expect(saved.withLock { $0 } == ["2"])
    let second = try queue([URLTrack(path: "x")])
    #expect(try await client.resume(in: second))
    #expect(second.status.currentEntry?.id == second.entries.last?.id)
  }

  @Test("bookmarks are read, set and removed")
  func bookmarks() async throws {
    let song = SubsonicFixture.song("7")
    let transport = SubsonicFixture.transport([
      "getBookmarks": SubsonicFixture.ok(
        #""bookmarks":{"bookmark":[{"position":61500,"comment":"here","entry":\#(song)},7]}"#
      ),
      "createBookmark": SubsonicFixture.ok(), "deleteBookmark": SubsonicFixture.ok(),
    ])
    let client = try SubsonicFixture.client(transport)
    let found = try await client.bookmarks()
    #expect(found.map(\.entry?.id) == ["7"] && found.first?.position == 61_500)
    try await client.setBookmark(of: "7", at: .milliseconds(61_500), comment: "a & b")
    try await client.removeBookmark(of: "7")
    let call = try #require(transport.calls.first { $0.endpoint == "createBookmark" })
    #expect(call.values("position") == ["61500"] && call.values("comment") == ["a & b"])
    #expect(transport.calls.last?.values("id") == ["7"])
    await #expect(throws: CatalogError.self) { try await client.removeBookmark(of: "") }
  }
}
