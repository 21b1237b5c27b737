import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitITunes
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("Searching podcasts", .tags(.pure))
struct PodcastSearchTests {
  private static let shows = """
    {"resultCount":3,"results":[
    {"wrapperType":"track","kind":"podcast","collectionId":1,"trackId":1,"artistName":"Ann",
     "collectionName":"Show One","feedUrl":"https://feeds.example.org/one.xml",
     "artworkUrl600":"https://i.example.org/600.jpg","collectionExplicitness":"cleaned"},
    {"wrapperType":"track","kind":"podcast","collectionId":2,"trackId":2,"collectionName":"No feed"},
    {"wrapperType":"track","kind":"podcast","collectionId":3,"trackId":3,"collectionName":"File",
     "feedUrl":"file:///etc/passwd"}]}
    """
  private static let episodes = """
    {"resultCount":1,"results":[{"wrapperType":"podcastEpisode","kind":"podcast-episode","trackId":7,
    "trackName":"Episode","collectionName":"Show One","feedUrl":"https://feeds.example.org/one.xml",
    "episodeGuid":"https://x.example/?p=1#é","trackTimeMillis":90000,"episodeUrl":"https://m.example/1.mp3"}]}
    """
  private static let index = """
    {"status":"true","count":3,"feeds":[
    {"id":1,"title":"Same","url":"http://feeds.example.org/one.xml/"},
    {"id":2,"title":"Other","url":"https://feeds.example.org/two.xml","author":"Bob","dead":0,"explicit":true},
    {"id":3,"title":"Dead","url":"https://feeds.example.org/three.xml","dead":1},{"title":"no id"}]}
    """

  private func directory(
    _ store: StubTransport,
    _ index: StubTransport? = nil,
    secret: String? = "top-secret",
    clock: ManualClock = ManualClock()
  ) -> PodcastDirectory {
    PodcastDirectory(
      client: PodcastClient(),
      store: ITunesSearchClient(
        configuration: ClientConfiguration(transport: store, clock: clock)
      ),
      index: index.map { transport in
        PodcastIndexClient(
          key: "KEY",
          secret: secret,
          configuration: ClientConfiguration(transport: transport, clock: clock)
        )
      }
    )
  }

  @Test("finds shows in the store and in Podcast Index, each once")
  func shows() async throws {
    let store = StubTransport { _ in .text(Self.shows) }
    let index = StubTransport { _ in .text(Self.index) }
    let page = try await directory(store, index).search("show", for: .show, limit: 10)
    #expect(page.entries.map(\.title) == ["Show One", "Other"])
    #expect(
      page.entries.map(\.item) == [
        "podcast:https://feeds.example.org/one.xml", "podcast:https://feeds.example.org/two.xml",
      ]
    )
    #expect(page.entries.first?.artworkURL?.host() == "i.example.org")
    #expect(page.entries.last?.isExplicit == true)
    let path = try #require(store.calls.first?.request.path)
    #expect(path.contains("media=podcast") && path.contains("entity=podcast"))
  }

  @Test("continues if one of the two fails")
  func oneFails() async throws {
    let store = StubTransport { _ in .text(Self.shows) }
    let broken = StubTransport(answers: [])
    let fromStore = try await directory(store, broken).search("x", for: .show, limit: 10)
    #expect(fromStore.entries.map(\.title) == ["Show One"])
    let index = StubTransport { _ in .text(Self.index) }
    let fromIndex = try await directory(broken, index).search("x", for: .show, limit: 10)
    #expect(fromIndex.entries.map(\.title) == ["Same", "Other"])
    await #expect(throws: CatalogError.self) {
      try await directory(broken, broken).search("x", for: .show, limit: 10)
    }
    await #expect(throws: CatalogError.self) {
      try await directory(broken).search("x", for: .show, limit: 10)
    }
  }

  @Test("finds episodes, each by its feed and guid")
  func episodes() async throws {
    let store = StubTransport { _ in .text(Self.episodes) }
    let page = try await directory(store).search("x", for: .episode, limit: 10)
    let entry = try #require(page.entries.first)
    #expect(entry.duration == .seconds(90))
    let place = try PodcastLinks.place(of: entry.link)
    #expect(place.guid == "https://x.example/?p=1#é")
    // The printed id leads back to it.
    let reference = MusicReference(
      try #require(entry.item),
      recognizers: LinkRecognizers([PodcastLinks()])
    )
    #expect(reference == .link(entry.link))
  }

  @Test("signs in at Podcast Index with a digest of key, secret and time")
  func signIn() async throws {
    let clock = ManualClock()
    let index = StubTransport { _ in .text(Self.index) }
    let client = PodcastIndexClient(
      key: "KEY",
      secret: "top-secret",
      userAgent: "app/1",
      configuration: ClientConfiguration(transport: index, clock: clock)
    )
    _ = try await client.search("a b&c", limit: 9_999)
    let request = try #require(index.calls.first?.request)
    func field(_ name: String) throws -> String? {
      request.headerFields[try #require(HTTPField.Name(name))]
    }
    let date = try #require(try field("X-Auth-Date"))
    #expect(Double(date) == clock.date.timeIntervalSince1970.rounded(.down))
    let digest = Hexadecimal.text(SHA1.digest(Array("KEYtop-secret\(date)".utf8)))
    #expect(try field("Authorization") == digest)
    #expect(try field("X-Auth-Key") == "KEY")
    #expect(try field("User-Agent") == "app/1")
    #expect(request.path == "/api/1.0/search/byterm?q=a%20b%26c&max=1000")
    let unset = PodcastIndexClient(key: "KEY", secret: nil)
    do {
      _ = try await unset.search("a")
      Issue.record("There is no secret.")
    } catch let error as CatalogError {
      #expect(error.code == .missingCredential)
    }
  }

  @Test(
    "uses digests that equal SHA-1's",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ]
  )
  func digests(text: String, digest: String) {
    #expect(Hexadecimal.text(SHA1.digest(Array(text.utf8))) == digest)
  }
}

/// The contract of a server of Podcast Index, for the simulator and for answers in the documented
/// forms.
private struct IndexContract {
  let client: PodcastIndexClient
  let term: String

  func check() async throws {
    let found = try await client.search(term, limit: 5)
    #expect(!found.isEmpty && found.count <= 5)
    let feed = try #require(found.first { $0.dead != 1 })
    #expect(feed.title?.isEmpty == false)
    let url = try #require(feed.url.flatMap { URL(string: $0) })
    #expect(try await client.podcast(at: url)?.id == feed.id)
    let episodes = try await client.episodes(of: feed.id, limit: 3)
    #expect(!episodes.isEmpty && episodes.count <= 3)
    #expect(episodes.allSatisfy { $0.guid != nil && $0.enclosureUrl != nil })
  }
}

@Suite("A server of Podcast Index", .tags(.local))
struct PodcastIndexContractTests {
  @Test("that answers in the documented forms passes the contract")
  func documented() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      let feed = #"{"id":7,"title":"A","url":"https://a.example/feed","explicit":false,"dead":0}"#
      if path.contains("/search/") { return .text(#"{"status":"true","feeds":[\#(feed)]}"#) }
      if path.contains("/podcasts/") { return .text(#"{"status":"true","feed":\#(feed)}"#) }
      return .text(
        #"{"items":[{"id":1,"guid":"g","enclosureUrl":"https://a.example/1.mp3","explicit":0}]}"#
      )
    }
    let client = PodcastIndexClient(
      key: "KEY",
      secret: "s",
      configuration: ClientConfiguration(transport: transport, clock: ManualClock())
    )
    try await IndexContract(client: client, term: "a").check()
  }

  @Test("that is simulated passes the contract, requires signatures, and its podcasts play")
  func simulated() async throws {
    let simulator = try await ServiceSimulator.start()
    let setup = ServiceSetup(
      bases: ["podcast-index": simulator.podcastIndex, "itunes": simulator.itunes]
    )
    func make(_ secret: String) -> PodcastService {
      PodcastService(setup, indexKey: simulator.podcastIndexKey, indexSecret: secret)
    }
    let wrong = try #require(make("wrong").directory.index)
    let service = make(simulator.podcastIndexSecret)
    let index = try #require(service.directory.index)
    try await IndexContract(client: index, term: "weekly").check()
    let refusal = await #expect(throws: CatalogError.self) { try await wrong.search("weekly") }
    #expect(refusal?.code == .unauthorized)

    let feed = simulator.media.absoluteString + "/podcasts/0/feed.xml"
    let show = MusicLink(service: .podcasts, kind: .show, id: feed)
    let tracks = try await service.tracks(of: show)
    #expect(tracks.count == 12)
    let first = try await service.catalog.contents(of: show, limit: 50)
    #expect(first.entries.count == 5)
    #expect(try await first.next()?.entries.count == 5)
    let track = try #require(tracks.first as? PodcastTrack)
    #expect(
      try await service.client.chapters(of: track).map(\.title) == ["Beginning", "Middle", "End"]
    )
    let words = try await service.lyrics(of: track, metadata: track.metadata)
    #expect(words?.lines.first?.text == "Ann: Nobody speaks here.")
    let resolver = try #require(service.resolvers(substitutes: []).first)
    guard case .remote(let url) = try await resolver.resolve(track).location else {
      throw NeverHappened(what: "an address")
    }
    #expect(
      try await NetworkTransport().send(HTTPTransportRequest(url)).response.status.code == 200
    )
    // Two minutes are allowed, ten are not.
    simulator.advance(by: .seconds(120))
    #expect(try await !index.search("weekly").isEmpty)
    simulator.advance(by: .seconds(480))
    await #expect(throws: CatalogError.self) { try await index.search("weekly") }
    await simulator.stop()
  }
}

@Suite("Links to podcasts", .tags(.pure))
struct PodcastLinkTests {
  private func link(_ text: String) -> LinkRecognition {
    PodcastLinks().recognize(LinkParts(text))
  }

  @Test(
    "are those with a prefix, Apple's pages, and addresses that look like feeds",
    arguments: [
      ("podcast:https://a.example/x?y=1", "https://a.example/x?y=1"),
      ("feed:https://a.example/", "https://a.example/"),
      ("pcast://a.example/f", "https://a.example/f"), ("podcast:itunes:12", "itunes:12"),
      ("https://podcasts.apple.com/us/podcast/some-show/id123?uo=4", "itunes:123"),
      ("https://itunes.apple.com/us/podcast/some-show/id123?mt=2", "itunes:123"),
      ("podcasts.apple.com/podcast/id5", "itunes:5"),
      ("https://a.example/show.rss", "https://a.example/show.rss"),
      ("http://a.example:8080/feed.xml?k=1", "http://a.example:8080/feed.xml?k=1"),
      ("https://a.example/feed/", "https://a.example/feed/"),
    ]
  )
  func known(text: String, id: String) {
    #expect(link(text) == .link(MusicLink(service: .podcasts, kind: .show, id: id)))
  }

  @Test(
    "to episodes of Apple's shows have the store's number",
    arguments: [
      "https://podcasts.apple.com/us/podcast/some-show/id123?i=9&mt=2", "podcast:itunes:123?i=9",
      "https://itunes.apple.com/de/podcast/id123?mt=2&i=9",
    ]
  )
  func episodes(text: String) {
    let expected = MusicLink(service: .podcasts, kind: .episode, id: "itunes:123?i=9")
    #expect(link(text) == .link(expected))
    #expect(
      PodcastLinks().canonicalURL(of: expected)?.absoluteString
        == "https://podcasts.apple.com/podcast/id123?i=9"
    )
    // Apple Music's own recognizer, which comes first, ignores them.
    let reference = MusicReference(
      text,
      recognizers: LinkRecognizers([AppleMusicLinks(), PodcastLinks()])
    )
    #expect(reference == .link(expected))
  }

  @Test(
    "are no other addresses",
    arguments: [
      "http://radio.example:8000/feed", "http://radio.example:8000/rss",
      "https://a.example/1.mp3", "/feed.xml", "feed.xml", "https://music.apple.com/us/album/x/1",
      "https://itunes.apple.com/us/album/x/id1", "spotify:track:1", "", "https://a.example/",
    ]
  )
  func others(text: String) { #expect(link(text) == .notMine) }

  @Test(
    "without an item are reported",
    arguments: [
      "podcast:", "podcast:hello", "podcast:file:///etc/passwd", "podcast:itunes:x",
      "podcast:https://", "podcast:https://a.example/\u{1}", "podcast:itunes:1?i=x",
      "podcast:itunes:1?i=2?i=3", "https://podcasts.apple.com/us/podcast/x/id1?i=abc",
      "https://podcasts.apple.com/us/podcast/x",
    ]
  )
  func malformed(text: String) {
    guard case .malformed = link(text) else {
      Issue.record("\(link(text))")
      return
    }
  }
}
