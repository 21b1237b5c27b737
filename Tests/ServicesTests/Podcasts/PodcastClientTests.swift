import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("Feeds from servers", .tags(.local))
struct PodcastClientTests {
  typealias Reply = LoopbackServer.Reply

  private func server(_ answers: [String: Reply]) throws -> LoopbackServer {
    try LoopbackServer { request in
      answers[request.target] ?? Reply(status: 404)
    }
  }

  private func url(_ server: LoopbackServer, _ path: String) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
  }

  private func whole(_ text: String, _ headers: [String: String] = [:]) -> Reply {
    Reply(headers: headers, body: Data(text.utf8))
  }

  private func code(_ work: () async throws -> some Sendable) async -> CatalogError.Code? {
    do {
      _ = try await work()
      return nil
    } catch {
      return (error as? CatalogError)?.code
    }
  }

  @Test("are transferred only if they have changed")
  func conditional() async throws {
    let text = FeedFixture.rss(FeedFixture.item(1))
    let server = try LoopbackServer { request in
      let isKnown =
        request.headers["if-none-match"] == "\"v1\"" && request.headers["if-modified-since"] != nil
      let fields = ["ETag": "\"v1\"", "Last-Modified": "Wed, 01 Jan 2025 00:00:00 GMT"]
      return isKnown
        ? Reply(status: 304, headers: fields) : Reply(headers: fields, body: Data(text.utf8))
    }
    let client = PodcastClient()
    let first = try await client.fetch(try url(server, "/feed"))
    #expect(first.feed?.episodes.count == 1)
    let again = try await client.fetch(try url(server, "/feed"), unlike: first.version)
    #expect(again.feed == nil)
    #expect(again.version == first.version)
  }

  @Test("of a user and password lend these to episodes on the same server, and to no other")
  func credentials() async throws {
    let text = FeedFixture.rss(
      """
      <item><title>One</title><guid>g1</guid><enclosure url="/1.mp3" type="audio/mpeg"/></item>
      <item><title>Two</title><guid>g2</guid>
      <enclosure url="http://other.example.org/2.mp3" type="audio/mpeg"/></item>
      """
    )
    let server = try server(["/feed": whole(text)])
    let address = try #require(URL(string: "http://ann:s%2Fx@127.0.0.1:\(server.port)/feed"))
    let client = PodcastClient(reach: .everywhere)
    let tracks = try await client.feed(at: address).tracks
    let resolver = PodcastResolver(client: client)
    let sources = tracks.map { try? resolver.resolveNow($0) }
    let basic = "Basic " + Data("ann:s/x".utf8).base64EncodedString()
    #expect(sources.map { $0?.headers["Authorization"] } == [basic, nil])
    #expect(tracks.allSatisfy { $0.isPrivate })
  }

  @Test("that have moved permanently report their address, and the id stays")
  func moved() async throws {
    let feed = FeedFixture.rss(FeedFixture.item(1))
    let server = try server([
      "/old": Reply(status: 301, headers: ["Location": "/older"]),
      "/older": Reply(status: 308, headers: ["Location": "/new"]),
      "/now": Reply(status: 302, headers: ["Location": "/new"]),
      "/both": Reply(status: 301, headers: ["Location": "/now"]),
      "/new": whole(feed), "/away": Reply(status: 307, headers: ["Location": "/said"]),
      "/said": whole(
        FeedFixture.rss(
          FeedFixture.item(1),
          channel: "<title>T</title><itunes:new-feed-url>http://a.example/</itunes:new-feed-url>"
        )
      ),
    ])
    let client = PodcastClient()
    let old = try await client.fetch(try url(server, "/old"))
    #expect(old.newAddress == (try url(server, "/new")))
    #expect(old.feed?.id == PodcastFeed.id(of: try url(server, "/old")))
    #expect(old.feed?.address == (try url(server, "/new")))
    // A temporary redirect does not change a feed's address.
    let now = try await client.fetch(try url(server, "/now"))
    #expect(now.newAddress == nil)
    #expect(now.feed?.address == (try url(server, "/now")))
    #expect(now.feed?.tracks.first?.feedAddress == (try url(server, "/now")))
    let both = try await client.fetch(try url(server, "/both"))
    #expect(both.newAddress == (try url(server, "/now")))
    #expect(both.feed?.address == (try url(server, "/now")))
    let away = try await client.fetch(try url(server, "/away"))
    #expect(away.newAddress?.absoluteString == "http://a.example/")
    let said = try await client.fetch(try url(server, "/said"))
    #expect(said.newAddress?.absoluteString == "http://a.example/")
  }

  @Test("resolve relative addresses against their own")
  func base() async throws {
    let item = "<item><title>A</title><enclosure url=\"1.mp3\" type=\"audio/mpeg\"/></item>"
    let server = try server([
      "/now": Reply(status: 302, headers: ["Location": "/far/away/feed"]),
      "/far/away/feed": whole(FeedFixture.rss(item)),
    ])
    let feed = try await PodcastClient().feed(at: try url(server, "/now"))
    #expect(feed.episodes.first?.media.map(\.url) == [try url(server, "/far/away/1.mp3")])
  }

  @Test("that contain only a new address are read there")
  func emptyAndMoved() async throws {
    let server = try server(["/new": whole(FeedFixture.rss(FeedFixture.item(1)))])
    let moved = try self.server([
      "/": whole(
        "<redirect><newLocation> \(try url(server, "/new")) </newLocation></redirect>"
      ),
      "/loop": whole("<redirect><newLocation>/loop2</newLocation></redirect>"),
      "/loop2": whole("<redirect><newLocation>/loop</newLocation></redirect>"),
    ])
    let client = PodcastClient()
    #expect(try await client.feed(at: try url(moved, "/")).episodes.count == 1)
    #expect(await code { try await client.feed(at: url(moved, "/loop")) } == .blockedRedirect)
  }

  @Test("in pages are read completely, each episode once, even if the list changes meanwhile")
  func pages() async throws {
    func page(_ numbers: ClosedRange<Int>, next: String?) -> Reply {
      whole(
        FeedFixture.rss(
          numbers.reversed().map { FeedFixture.item($0) }.joined(),
          channel: "<title>T</title>"
            + (next.map { "<atom:link rel=\"next\" href=\"\($0)\"/>" } ?? "")
        )
      )
    }
    let server = try server([
      "/feed": page(7...9, next: "/feed?page=2"),
      // One was added meanwhile, so the last of the first page is repeated.
      "/feed?page=2": page(4...7, next: "/feed?page=3"),
      "/feed?page=3": page(1...3, next: "/feed?page=2"),
      "/broken": page(1...1, next: "/missing"),
    ])
    let client = PodcastClient()
    let feed = try await client.feed(at: try url(server, "/feed"))
    #expect(feed.episodes.map(\.guid) == (1...9).reversed().map { "guid-\($0)" })
    #expect(Set(feed.episodes.map(\.id)).count == 9)
    #expect(feed.nextPage == nil)
    let part = try await client.feed(at: try url(server, "/feed"), maximumPages: 2)
    #expect(part.episodes.count == 6)
    #expect(part.nextPage?.query() == "page=3")
    #expect(await code { try await client.feed(at: url(server, "/broken")) } == .notFound)
  }

  @Test("that are missing, malformed or endless are typed errors")
  func errors() async throws {
    let server = try server([
      "/gone": Reply(status: 410), "/html": whole("<html><body>Sign in</body></html>"),
      "/busy": Reply(status: 503), "/cut": Reply(body: Data(count: 1_000), cutAfter: 10),
      "/large": Reply(announcedLength: PodcastFeed.largestSize + 1),
      "/loop": Reply(status: 302, headers: ["Location": "/loop"]),
      "/file": Reply(status: 302, headers: ["Location": "file:///etc/passwd"]),
    ])
    let client = PodcastClient()
    do {
      _ = try await client.fetch(try url(server, "/gone"))
      Issue.record("It is gone.")
    } catch let error as CatalogError {
      #expect(error.isGone && error.code == .notFound && error.service == .podcasts)
    }
    for (path, expected) in [
      ("/missing", .notFound), ("/html", .malformedReply), ("/busy", .serverError),
      ("/cut", .interrupted), ("/large", .replyTooLarge), ("/loop", .blockedRedirect),
      ("/file", .blockedRedirect),
    ] as [(String, CatalogError.Code)] {
      #expect(await code { try await client.fetch(url(server, path)) } == expected, "\(path)")
    }
    #expect(await code { try await client.fetch(URL(filePath: "/etc/passwd")) } == .invalidArgument)
  }

  @Test("on the Internet lead to no address of this network, but local ones do")
  func reach() async throws {
    let server = try server(["/feed": whole(FeedFixture.rss(FeedFixture.item(1)))])
    let home = try await PodcastClient().feed(at: try url(server, "/feed"))
    #expect(home.leadsAnywhere)
    // A file and a public server lead only to public addresses.
    var feed = try FeedFixture.feed(FeedFixture.rss(FeedFixture.item(1)))
    #expect(!feed.leadsAnywhere)
    feed.nextPage = try url(server, "/feed")
    let public1 = feed
    #expect(await code { try await PodcastClient().nextPage(of: public1) } == .blockedRedirect)
    #expect(
      await code { try await PodcastClient(reach: .publicAlone).feed(at: url(server, "/feed")) }
        == .blockedRedirect
    )
    let episode = try #require(feed.episodes.first)
    let source = try #require(
      try PodcastResolver(client: PodcastClient()).resolveNow(PodcastTrack(episode, of: feed))
    )
    #expect(source.reach == .publicAlone)
    let homely = try #require(
      try PodcastResolver(client: PodcastClient())
        .resolveNow(PodcastTrack(home.episodes[0], of: home))
    )
    #expect(homely.reach == nil)
    feed.leadsAnywhere = true
    let everywhere = try #require(
      try PodcastResolver(client: PodcastClient(reach: .everywhere))
        .resolveNow(PodcastTrack(episode, of: feed))
    )
    #expect(everywhere.reach == .everywhere)
  }

  @Test("of 20 MB are read in bounded memory")
  func large() throws {
    let notes =
      "<description><![CDATA[" + String(repeating: "<p>text &amp; more</p>", count: 90)
      + "]]></description>"
    var text = FeedFixture.rss("")
    let end = try #require(text.range(of: "</channel>"))
    let items = (1...9_500).map { FeedFixture.item($0, notes) }.joined()
    text.insert(contentsOf: items, at: end.lowerBound)
    let data = Data(text.utf8)
    #expect((20_000_000..<24_000_000).contains(data.count))
    let feed = try PodcastFeed(data, address: nil)
    #expect(feed.episodes.count == 9_500)
    #expect(feed.episodes.last?.guid == "guid-9500")
  }
}
