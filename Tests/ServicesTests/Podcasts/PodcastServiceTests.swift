import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("Podcasts as a service", .tags(.local))
struct PodcastServiceTests {
  typealias Reply = LoopbackServer.Reply

  private static func whole(_ text: String, _ fields: [String: String] = [:]) -> Reply {
    Reply(headers: fields, body: Data(text.utf8))
  }

  /// A feed of several pages with one episode each. The last episode is on the first page.
  private static func pages(_ count: Int, asked: Locked<[String]>) throws -> LoopbackServer {
    try LoopbackServer { request in
      asked.withLock { $0.append(request.target) }
      let page = request.target.split(separator: "=").last.flatMap { Int($0) } ?? 1
      guard request.target.hasPrefix("/feed"), (1...count) ~= page else {
        return Reply(status: 404)
      }
      let next = page < count ? "<atom:link rel=\"next\" href=\"/feed?page=\(page + 1)\"/>" : ""
      return whole(
        FeedFixture.rss(FeedFixture.item(count + 1 - page), channel: "<title>T</title>" + next)
      )
    }
  }

  private func url(_ server: LoopbackServer, _ path: String) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
  }

  private func link(_ text: String) throws -> MusicLink {
    guard case .link(let link) = PodcastLinks().recognize(LinkParts(text)) else {
      throw NeverHappened(what: "a link in \(text)")
    }
    return link
  }

  @Test("reads only the pages needed to find an episode, and none twice within a minute")
  func oneEpisode() async throws {
    let asked = Locked<[String]>([])
    let server = try Self.pages(9, asked: asked)
    let feed = try url(server, "/feed").absoluteString
    let service = PodcastService(ServiceSetup(clock: ManualClock()))
    func title(_ number: Int) async throws -> String? {
      try await service.tracks(of: link("podcast:\(feed)#guid-\(number)")).first?.metadata.title
    }
    #expect(try await title(8) == "Episode 8")
    #expect(asked.withLock { $0 } == ["/feed", "/feed?page=2"])
    #expect(try await title(9) == "Episode 9")
    #expect(try await title(7) == "Episode 7")
    #expect(asked.withLock { $0 } == ["/feed", "/feed?page=2", "/feed?page=3"])
    // A concurrent caller waits, and gets the same result.
    let titles = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 1...9 { group.addTask { try await title(number) } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(titles.count == 9)
    #expect(asked.withLock(\.count) == 9)
    await #expect(throws: PlayerError.self) { try await title(10) }
    #expect(asked.withLock(\.count) == 9)
  }

  @Test("requests the further pages of a show on demand")
  func contents() async throws {
    let asked = Locked<[String]>([])
    let server = try Self.pages(3, asked: asked)
    let catalog = PodcastService(ServiceSetup(clock: ManualClock())).catalog
    let show = try link("podcast:" + url(server, "/feed").absoluteString)
    var page: CatalogPage? = try await catalog.contents(of: show, limit: 10)
    #expect(asked.withLock { $0 } == ["/feed"])
    var titles: [String?] = []
    while let known = page {
      titles += known.entries.map(\.title)
      page = try await known.next()
    }
    #expect(titles == ["Episode 3", "Episode 2", "Episode 1"])
    #expect(asked.withLock(\.count) == 3)
  }

  @Test("has pages that end if nothing new comes, even if the feed names more")
  func endlessPages() async throws {
    let count = Locked(0)
    let server = try LoopbackServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let next = "<atom:link rel=\"next\" href=\"/feed?page=\(number)\"/>"
      return Self.whole(FeedFixture.rss(FeedFixture.item(1), channel: "<title>T</title>" + next))
    }
    let client = PodcastClient()
    #expect(try await client.feed(at: url(server, "/feed")).episodes.count == 1)
    #expect(count.withLock { $0 } == 2)
    let catalog = PodcastService(ServiceSetup(clock: ManualClock())).catalog
    let show = try link("podcast:" + url(server, "/feed").absoluteString)
    let first = try await catalog.contents(of: show, limit: 10)
    #expect(try await first.next() == nil)
  }

  @Test("plays a station whose mount looks like a feed")
  func mount() async throws {
    let server = try LoopbackServer { request in
      // It has no end.
      Reply(
        headers: request.target == "/feed"
          ? ["Content-Type": "audio/mpeg"] : ["icy-name": "FM", "Content-Type": "text/plain"],
        body: Data(count: 100),
        hasNoLength: true,
        stallAfter: 50
      )
    }
    let service = PodcastService(ServiceSetup(clock: ManualClock()))
    for path in ["/feed", "/other"] {
      let address = try url(server, path).absoluteString
      let tracks = try await service.tracks(of: link("podcast:" + address))
      #expect(tracks.count == 1)
      #expect((tracks.first as? URLTrack)?.id == address)
    }
  }

  @Test(
    "finds episodes of a private feed in a stored queue by the user's file, or explains the fix"
  )
  func privateFeeds() async throws {
    let asked = Locked<[String]>([])
    let server = try Self.pages(3, asked: asked)
    let folder = ScratchFolder()
    defer { folder.remove() }
    let address = try url(server, "/feed?auth=s3cret")
    let feed = try PodcastFeed(
      Data(FeedFixture.rss(FeedFixture.item(2)).utf8),
      address: address
    )
    let data = try JSONEncoder().encode(try #require(feed.tracks.first))
    let kept = try JSONDecoder().decode(PodcastTrack.self, from: data)

    let path = folder.path("feeds")
    let service = PodcastService(
      ServiceSetup(clock: ManualClock()),
      feeds: URL(filePath: path)
    )
    let resolver = try #require(service.resolvers(substitutes: []).first)
    // The file does not exist yet.
    let error = await #expect(throws: PlayerError.self) { try await resolver.resolve(kept) }
    #expect(error?.code == .unauthorized)
    #expect(error?.message.contains("private feeds") == true)
    #expect(error.map { "\($0)" }?.contains("s3cret") == false)
    let other = try url(server, "/other")
    let lines = "# mine\n\(other.absoluteString)\nno address\n  \(address.absoluteString)  \r\n"
    try Data(lines.utf8).write(to: URL(filePath: path))
    let source = try await resolver.resolve(kept)
    guard case .remote(let media) = source.location else { throw NeverHappened(what: "an address") }
    #expect(media.absoluteString == "https://media.example.org/2.mp3")
  }

  @Test("uses the app's network, and waits in line with the service's other calls")
  func setup() async throws {
    let noted = Recorded<String>()
    let logger = Logger(label: "test") { _ in NotedLog(noted) }
    let network = StubTransport { call in
      let text = FeedFixture.rss(FeedFixture.item(1))
      return call.request.path == "/private-path/feed.xml"
        ? .text(text, contentType: "application/rss+xml") : .text(#"{"results":[]}"#)
    }
    let clock = ManualClock()
    let setup = ServiceSetup(network: network, logger: logger, clock: clock)
    let service = PodcastService(setup)
    let tracks = try await service.tracks(of: link("https://a.example/private-path/feed.xml"))
    #expect(tracks.count == 1)
    #expect(network.calls.map(\.request.authority) == ["a.example"])
    #expect(noted.elements.contains { $0.contains("GET https://a.example: 200") })
    #expect(!noted.elements.contains { $0.contains("private-path") })
    // The store's calls of two clients of one configuration wait in one line.
    let policy = ServicePolicy(
      service: CatalogService(rawValue: "test"),
      limit: RateLimit(
        interval: .seconds(60),
        burst: 1,
        firstPause: .seconds(1),
        longestPause: .seconds(1),
        maximumWait: .seconds(1)
      ),
      cache: nil
    )
    let call = try HTTPTransportRequest(#require(URL(string: "https://b.example/")))
    func send(by setup: ServiceSetup) async throws {
      let transport = try #require(setup.configuration(policy, address: "b").transport)
      _ = try await transport.send(call)
    }
    try await send(by: setup)
    await #expect(throws: CatalogError.self) { try await send(by: setup) }
    var elsewhere = setup
    elsewhere.bases["b"] = URL(string: "http://127.0.0.1:1/")
    try await send(by: elsewhere)
  }

  @Test("keeps feeds of public servers off this network, also through the app's own transport")
  func reach() async throws {
    let network = StubTransport { _ in .text(FeedFixture.rss(FeedFixture.item(1))) }
    let client = PodcastClient(network: network)
    var feed = try await client.feed(at: try #require(URL(string: "https://a.example/feed")))
    #expect(!feed.leadsAnywhere)
    feed.nextPage = URL(string: "http://127.0.0.1/feed")
    let near = feed
    let error = await #expect(throws: CatalogError.self) { try await client.nextPage(of: near) }
    #expect(error?.code == .blockedRedirect)
    #expect(network.calls.count == 1)
  }

  @Test("finds an episode of Apple's link through the store, in the show's own feed")
  func appleEpisode() async throws {
    let store = StubTransport { call in
      let path = call.request.path ?? ""
      guard path.contains("lookup") else {
        return .text(FeedFixture.rss((1...3).map { FeedFixture.item($0) }.joined()))
      }
      let show = #"""
        {"wrapperType":"track","kind":"podcast","collectionId":5,"trackId":5,
        "feedUrl":"https://a.example/feed?x=1"}
        """#
      let episodes = (path.contains("entity=podcastEpisode") ? [1, 2] : []).map {
        #"{"kind":"podcast-episode","trackId":\#(70 + $0),"episodeGuid":"guid-\#($0)"}"#
      }
      return .text("{\"results\":[\(([show] + episodes).joined(separator: ","))]}")
    }
    let service = PodcastService(ServiceSetup(network: store, clock: ManualClock()))
    let text = "https://podcasts.apple.com/us/podcast/a-show/id5?i=72&uo=4"
    let tracks = try await service.tracks(of: link(text)).compactMap { $0 as? PodcastTrack }
    #expect(tracks.map(\.guid) == ["guid-2"])
    // A directory's entries are not secret, whatever their address looks like.
    #expect(tracks.first?.isPrivate == false)
    let gone = await #expect(throws: CatalogError.self) {
      try await service.tracks(of: link("podcast:itunes:5?i=99"))
    }
    #expect(gone?.code == .notFound)
    #expect(try await service.tracks(of: link("podcast:itunes:5")).count == 3)
  }
}
