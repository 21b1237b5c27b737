import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import PlayerKitYouTube
import TestSupport
import Testing

@Suite("The client of YouTube", .tags(.pure))
struct YouTubeClientTests {
  @Test("A search asks for music that may be embedded, and sends the key")
  func search() async throws {
    let stub = StubTransport { _ in YouTubeFixture.list("search", [YouTubeFixture.result()]) }
    let client = YouTubeFixture.client(stub, key: "a&key")
    let found = try await client.search(" salt & smoke", limit: 10)
    let call = try #require(stub.calls.first)
    #expect(call.host == "www.googleapis.com")
    #expect(call.path == "/youtube/v3/search")
    #expect(
      call.query == [
        "part": "snippet", "q": " salt & smoke", "type": "video", "videoEmbeddable": "true",
        "videoCategoryId": "10", "regionCode": "DE", "maxResults": "10", "key": "a&key",
      ]
    )
    #expect(found.members.first?.title == "Salt & Smoke")
    #expect(found.members.first?.channelTitle == "R&B Hall")
    _ = try await client.search("a", isMusicOnly: false)
    #expect(stub.calls.last?.value("videoCategoryId") == nil)
    _ = try await client.search("a", for: .channel)
    #expect(stub.calls.last?.value("videoEmbeddable") == nil)
  }

  @Test("The next page is asked for by its token, with the same parameters")
  func pages() async throws {
    let stub = StubTransport(answers: [
      .success(YouTubeFixture.list("search", [YouTubeFixture.result()], next: "CAUQ+/=")),
      .success(YouTubeFixture.list("search", [YouTubeFixture.result("01234567890")])),
    ])
    let found = try await YouTubeFixture.client(stub).search("a", limit: 1)
    let all = try await found.all.collected()
    #expect(all.map(\.id.videoId) == [YouTubeFixture.id, "01234567890"])
    var second = try #require(stub.calls.last?.query)
    #expect(second.removeValue(forKey: "pageToken") == "CAUQ+/=")
    #expect(second == stub.calls.first?.query)
    #expect(stub.calls.count == 2)
    // Lists are logged by apps. They refer to the client, but not to its key.
    #expect(!everythingShown(of: found).contains("a key"))
    #expect(!everythingShown(of: YouTubeFixture.client(stub)).contains("a key"))
  }

  @Test("Many videos are asked for fifty at a time, and returned in the given order")
  func batches() async throws {
    let ids = (0..<120).map { "id_" + String(10_000_000 + $0) }
    let stub = StubTransport { call in
      let asked = (call.value("id") ?? "").split(separator: ",").map(String.init)
      #expect(asked.count <= 50)
      // The service has an order of its own, and leaves out what is gone.
      let known = asked.reversed().filter { $0 != "id_10000007" }
      return YouTubeFixture.list("video", known.map { YouTubeFixture.video($0) })
    }
    let found = try await YouTubeFixture.client(stub).videos(ids + [ids[3]])
    #expect(found.map(\.id) == ids.filter { $0 != "id_10000007" } + [ids[3]])
    #expect(stub.calls.count == 3)
    #expect(try await YouTubeFixture.client(stub).videos([]).isEmpty)
    #expect(stub.calls.count == 3)
  }

  @Test("Channels are found by id and by handle, and their uploads are a playlist")
  func channels() async throws {
    let channel = "UCabcdefghijklmnopqr_-01"
    let uploads = "UUabcdefghijklmnopqr_-01"
    let stub = StubTransport { call in
      guard call.path.hasSuffix("/channels") else {
        return YouTubeFixture.list("playlistItem", [YouTubeFixture.place(YouTubeFixture.id)])
      }
      return YouTubeFixture.list(
        "channel",
        [
          #"{"id":"\#(channel)","contentDetails":{"relatedPlaylists":{"uploads":"\#(uploads)"}}}"#
        ]
      )
    }
    let client = YouTubeFixture.client(stub)
    #expect(try await client.channel(channel).id == channel)
    #expect(stub.calls.last?.value("id") == channel)
    #expect(try await client.channel("@the.band").uploads == uploads)
    #expect(stub.calls.last?.value("forHandle") == "@the.band")
    #expect(try await client.uploads(ofChannel: "@a").members.map(\.videoID) == [YouTubeFixture.id])
    #expect(stub.calls.last?.value("playlistId") == uploads)
  }

  @Test("A channel that is not found has an answer without members")
  func missingChannel() async throws {
    let reply = HTTPTransportResponse.text(#"{"kind":"youtube#channelListResponse","pageInfo":{}}"#)
    let client = YouTubeFixture.client(StubTransport(answers: [.success(reply)]))
    let error = await #expect(throws: CatalogError.self) { try await client.channel("@nobody") }
    #expect(error?.code == .notFound)
  }

  @Test("Bad input is refused before anything is sent")
  func badInput() async throws {
    let stub = StubTransport(answers: [])
    let client = YouTubeFixture.client(stub)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.search(" \n") },
      { _ = try await client.search(String(repeating: "ü", count: 501)) },
      { _ = try await client.search("a", limit: 0) },
      { _ = try await client.search("a", limit: 51) },
      { _ = try await client.video("../../evil") },
      { _ = try await client.videos([YouTubeFixture.id, ""]) },
      { _ = try await client.playlist("RDaB3_-xyZ09k") },
      { _ = try await client.items(ofPlaylist: "a b c d e f g") },
      { _ = try await client.channel("band") },
      { _ = try await client.playlists(ofChannel: "@band") },
    ]
    for (index, call) in calls.enumerated() {
      let error = await #expect(throws: CatalogError.self, "\(index)") { try await call() }
      #expect(error?.code == .invalidArgument, "\(index)")
    }
    #expect(stub.calls.isEmpty)
  }

  @Test("A repeated search comes from the cache for an hour, whatever lifetime the service states")
  func cache() async throws {
    let clock = ManualClock()
    let stub = StubTransport { _ in
      var reply = YouTubeFixture.list("search", [YouTubeFixture.result()])
      reply.response.headerFields[.cacheControl] = "private, max-age=0, must-revalidate"
      return reply
    }
    let quota = YouTubeQuota(clock: clock)
    let transport = ServiceTransport(quota.transport(stub), policy: .youTube, clock: clock)
    let client = YouTubeClient(
      key: "a key",
      configuration: .init(transport: transport, clock: clock)
    )
    _ = try await client.search("a")
    clock.advance(by: .seconds(3_599))
    _ = try await client.search("a")
    #expect(stub.calls.count == 1)
    #expect(quota.usage.units == 100 && quota.usage.searches == 1)
    clock.advance(by: .seconds(2))
    _ = try await client.search("a")
    #expect(stub.calls.count == 2)
    #expect(quota.usage.units == 200)
  }

  @Test("A found song has its duration from a second request, which costs one unit")
  func songs() async throws {
    let stub = StubTransport { call in
      call.path.hasSuffix("/search")
        ? YouTubeFixture.list(
          "search",
          [YouTubeFixture.result(), YouTubeFixture.result("gone_______")]
        )
        : YouTubeFixture.list("video", [YouTubeFixture.video()])
    }
    let page = try await YouTubeFixture.client(stub).search("a", for: .song, limit: 200)
    #expect(page.entries.map(\.item) == ["youtube:aB3_-xyZ09k"])
    #expect(page.entries.first?.duration == .seconds(213))
    #expect(page.entries.first?.artist == "The Example Band")
    #expect(stub.calls.map(\.path) == ["/youtube/v3/search", "/youtube/v3/videos"])
    #expect(stub.calls.first?.value("maxResults") == "50")
  }

  @Test("Found songs are not lost if there is no quota for their durations")
  func songsWithoutDurations() async throws {
    let stub = StubTransport { call in
      call.path.hasSuffix("/search")
        ? YouTubeFixture.list("search", [YouTubeFixture.result()])
        : YouTubeFixture.error(.forbidden, "quotaExceeded")
    }
    let page = try await YouTubeFixture.client(stub).search("a", for: .song, limit: 5)
    let entry = try #require(page.entries.first)
    #expect(entry.title == "Salt & Smoke" && entry.duration == nil)
    #expect(entry.item == "youtube:aB3_-xyZ09k")
  }
}
