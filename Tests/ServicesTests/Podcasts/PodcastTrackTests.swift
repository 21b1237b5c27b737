import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("An episode as a track", .tags(.local))
struct PodcastTrackTests {
  private static let secret = "secret-4711"

  private static func feed(
    at address: String = "https://feeds.example.org/show.xml",
    _ more: String = ""
  ) throws -> PodcastFeed {
    try FeedFixture.feed(
      FeedFixture.rss(
        """
        <item><title>One</title><guid>g1</guid><pubDate>Sun, 05 May 1935 10:00:00 GMT</pubDate>
        <link>https://show.example.org/1?auth=\(secret)</link>
        <enclosure url="https://m.example.org/1.mp3?auth=\(secret)" type="audio/mpeg"/>
        <media:content url="https://n.example.org/1.ogg?auth=\(secret)" type="audio/ogg"/>
        <podcast:transcript url="https://m.example.org/1.vtt?auth=\(secret)" type="text/vtt"/>
        <podcast:soundbite startTime="10" duration="20.5">Bite</podcast:soundbite>
        <itunes:season>1</itunes:season><itunes:episode>4</itunes:episode>\(more)</item>
        <item><title>No media</title></item>
        """,
        channel: """
          <title>Show</title><itunes:author>Ann</itunes:author><itunes:explicit>no</itunes:explicit>
          <itunes:category text="Arts"/><itunes:image href="https://i.example.org/a.jpg?w=1"/>
          """
      ),
      at: URL(string: address)
    )
  }

  @Test("has the feed's metadata, with the show as its album")
  func metadata() throws {
    let track = try #require(try Self.feed().tracks.first)
    #expect(track.metadata.title == "One")
    #expect(track.metadata.artist == "Ann")
    #expect(track.metadata.album == "Show")
    #expect(track.metadata.discNumber == 1)
    #expect(track.metadata.trackNumber == 4)
    #expect(track.metadata.details.date == "1935-05-05")
    #expect(track.metadata.details.isExplicit == false)
    #expect(track.metadata.details.genres == ["Arts"])
    #expect(track.metadata.artwork?.url(atLeast: 1)?.host() == "i.example.org")
    #expect(track.playerTypes == [.podcast])
    #expect(try Self.feed().tracks.count == 1)
  }

  @Test("can be stored, and the address of a private feed is omitted")
  func storing() throws {
    func stored(_ feed: PodcastFeed) throws -> (String, PodcastTrack) {
      let data = try JSONEncoder().encode(try #require(feed.tracks.first))
      return (
        String(decoding: data, as: UTF8.self),
        try JSONDecoder().decode(PodcastTrack.self, from: data)
      )
    }
    let open = try Self.feed()
    #expect(try stored(open).1 == open.tracks.first)
    let closed = try Self.feed(at: "https://feeds.example.org/show.xml?auth=\(Self.secret)")
    let (text, track) = try stored(closed)
    #expect(!text.contains(Self.secret))
    #expect(track.media == [] && track.feedAddress == nil && track.transcripts == [])
    #expect(track.id == closed.tracks.first?.id)
    for shown in ["\(closed)", "\(track)", String(reflecting: closed.tracks)] {
      #expect(!shown.contains(Self.secret))
    }
    var dumped = ""
    dump(closed.tracks, to: &dumped)
    dump(closed, to: &dumped)
    #expect(!dumped.contains(Self.secret))
  }

  @Test("has its other forms as alternatives")
  func alternatives() throws {
    let resolver = PodcastResolver(client: PodcastClient())
    let track = try #require(try Self.feed().tracks.first)
    let source = try #require(try resolver.resolveNow(track))
    guard case .remote(let url) = source.location else { throw NeverHappened(what: "an address") }
    #expect(url.host() == "m.example.org")
    #expect(source.alternatives.count == 1)
    #expect(source.allowsCaching)
    #expect(source.cacheKey == resolver.cacheKey(of: track))
    #expect(source.cacheKey?.contains(Self.secret) == false)
  }

  @Test("has soundbites that are clips of it")
  func soundbites() throws {
    let feed = try Self.feed()
    let items = feed.episodes[0].soundbiteItems(of: feed)
    #expect(items.map(\.clip) == [try Clip(from: .seconds(10), to: .milliseconds(30_500))])
  }

  @Test("episodes of one date are ordered by season and number")
  func equalDates() throws {
    let items = [(2, 1), (1, 2), (1, 1)].enumerated().map { place, number in
      FeedFixture.item(
        place + 1,
        "<pubDate>01 Jan 2024 00:00 GMT</pubDate><itunes:season>\(number.0)</itunes:season>"
          + "<itunes:episode>\(number.1)</itunes:episode>"
      )
    }
    let serial = try FeedFixture.feed(
      FeedFixture.rss(items.joined(), channel: "<itunes:type>serial</itunes:type>")
    )
    #expect(serial.tracks.map(\.guid) == ["guid-3", "guid-2", "guid-1"])
    #expect(serial.tracks.map(\.metadata.trackNumber) == [1, 2, 1])
  }

  @Test(
    "a feed is private if its query looks secret, and not for well-known queries",
    arguments: [
      ("https://a.example.org/?feed=podcast", false),
      ("https://a.example.org/?id=42&format=rss", false),
      ("https://a.example.org/?feed=a8f3k2l9x7", true),
      ("https://a.example.org/?auth=podcast", true),
      ("https://a.example.org/?id=20391827364", true),
      ("https://u:p@a.example.org/?feed=podcast", true),
    ]
  )
  func queries(address: String, isPrivate: Bool) throws {
    #expect(try Self.feed(at: address).isPrivate == isPrivate)
  }

  @Test("of a serial show comes after the earlier ones")
  func serial() throws {
    let items = (1...3).reversed().map { number in
      FeedFixture.item(number, "<pubDate>0\(number) Jan 2024 00:00 GMT</pubDate>")
    }
    let serial = try FeedFixture.feed(
      FeedFixture.rss(items.joined(), channel: "<itunes:type>serial</itunes:type>")
    )
    #expect(serial.tracks.map(\.guid) == ["guid-1", "guid-2", "guid-3"])
    let other = try FeedFixture.feed(FeedFixture.rss(items.joined()))
    #expect(other.tracks.map(\.guid) == ["guid-3", "guid-2", "guid-1"])
  }

  @Test("passes the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let asked = Locked(0)
    let server = try LoopbackServer { _ in
      asked.withLock { $0 += 1 }
      return LoopbackServer.Reply(body: Data(FeedFixture.rss(FeedFixture.item(1)).utf8))
    }
    let address = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed?auth=1"))
    let client = PodcastClient(address: { _ in address })
    let feed = try PodcastFeed(
      Data(FeedFixture.rss(FeedFixture.item(1) + FeedFixture.item(2)).utf8),
      address: address
    )
    // As restored from a store: without their addresses.
    let tracks = try feed.tracks.map {
      try JSONDecoder().decode(PodcastTrack.self, from: JSONEncoder().encode($0))
    }
    try await check.run(
      on: MediaResolverFixture(
        resolver: PodcastResolver(client: client),
        track: tracks[0],
        missing: tracks[1],
        foreign: URLTrack(path: "a.mp3"),
        lookups: { asked.withLock { $0 } }
      )
    )
  }

  @Test("has chapters in a file, and the queue shows them")
  func chapters() async throws {
    let json = """
      {"version":"1.2.0","chapters":[{"startTime":60,"title":"B","url":"https://b.example/"},
      {"startTime":0,"title":"A","endTime":5},{"startTime":90,"title":"hidden","toc":false},
      {"startTime":1e300},{"startTime":-1},{"title":"no time"},7]}
      """
    let server = try LoopbackServer { request in
      switch request.target {
      case "/c.json": LoopbackServer.Reply(body: Data(json.utf8))
      case "/feed":
        LoopbackServer.Reply(
          body: Data(
            FeedFixture.rss(FeedFixture.item(1, "<podcast:chapters url=\"/c.json\"/>")).utf8
          )
        )
      default: LoopbackServer.Reply(status: 404)
      }
    }
    let client = PodcastClient()
    let address = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed"))
    let track = try #require(try await client.feed(at: address).tracks.first)
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(playerType: .podcast, clock: clock)], clock: clock)
    queue.inspector = PodcastInspector(client: client)
    try queue.set([track])
    // The file may be on a host that has nothing else of it. This host learns only what is heard.
    queue.prepare()
    try await eventually("it is open") {
      if queue.playback.state != .pause { clock.advance(by: .milliseconds(10)) }
      return queue.playback.state == .pause
    }
    await queue.events.delivered()
    #expect(!server.requests.contains { $0.target == "/c.json" })
    queue.play()
    try await eventually("it plays") {
      if queue.playback.state != .play { clock.advance(by: .milliseconds(10)) }
      return queue.playback.state == .play
    }
    try await eventually("the chapters are there") { queue.status.chapters.count == 2 }
    #expect(queue.status.chapters.map(\.title) == ["A", "B"])
    #expect(queue.status.currentEntry?.metadata.album == "The Example Show")
  }

  /// An episode's metadata in a queue that has inspected it.
  private func found(
    _ items: String,
    embedded: TrackMetadata,
    _ answers: [String: String] = [:]
  ) async throws -> (metadata: TrackMetadata, looks: Int) {
    let server = try LoopbackServer { request in
      let text = request.target == "/feed" ? FeedFixture.rss(items) : answers[request.target]
      return text.map { LoopbackServer.Reply(body: Data($0.utf8)) } ?? .status(404)
    }
    let client = PodcastClient()
    let address = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed"))
    let track = try #require(try await client.feed(at: address).tracks.first)
    let base = FakeInspector([track.id: embedded])
    base.setPlace(.remote, for: track.id)
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(playerType: .podcast, clock: clock)], clock: clock)
    queue.inspector = PodcastInspector(client: client, base: base)
    try queue.set([track])
    queue.play()
    try await eventually("it was inspected, or must not be") {
      if queue.playback.state != .play { clock.advance(by: .milliseconds(10)) }
      let entry = queue.status.currentEntry
      let isDone = entry?.item.foundMetadata != nil || entry?.track.isWorthInspecting == false
      return queue.playback.state == .play && isDone
    }
    return (try #require(queue.status.currentEntry).metadata, base.inspected.elements.count)
  }

  @Test("has the chapters of its media if the feed has none, and the feed's data come first")
  func embedded() async throws {
    var tags = TrackMetadata(title: "Tag", artist: "Tagger", album: "Tags")
    tags.details.comment = "a remark"
    tags.chapters = [Chapter(title: "E", start: .zero)]
    let bare = try await found(FeedFixture.item(1), embedded: tags)
    #expect(bare.metadata.chapters.map(\.title) == ["E"])
    #expect(bare.metadata.title == "Episode 1")
    #expect(bare.metadata.album == "The Example Show")
    #expect(bare.metadata.details.comment == "a remark")
    let file = #"{"chapters":[{"startTime":0,"title":"F"}]}"#
    let named = FeedFixture.item(1, "<podcast:chapters url=\"/c.json\"/>")
    let ofFile = try await found(named, embedded: tags, ["/c.json": file])
    #expect(ofFile.metadata.chapters.map(\.title) == ["F"])
    #expect(ofFile.looks == 0)
    for answers in [[:], ["/c.json": "<html>"], ["/c.json": #"{"chapters":[]}"#]] {
      let lost = try await found(named, embedded: tags, answers)
      #expect(lost.metadata.chapters.map(\.title) == ["E"], "\(answers)")
    }
    let told = FeedFixture.item(
      1,
      """
      <psc:chapters xmlns:psc="http://podlove.org/simple-chapters">
      <psc:chapter start="0" title="P"/></psc:chapters>
      """
    )
    let ofFeed = try await found(told, embedded: tags)
    #expect(ofFeed.metadata.chapters.map(\.title) == ["P"])
    #expect(ofFeed.looks == 0)
  }
}
