import Foundation
import HTTPTypes
import MusicCatalog
import PlayerKit
import PlayerKitITunes
import PlayerKitTesting
import ServiceKit
import Testing

@testable import PlayerKitPodcasts

@Suite("Searching podcasts")
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

  @Test("goes on where one of the two can't be asked")
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
    // What is printed leads back to it.
    let reference = MusicReference(
      try #require(entry.item),
      recognizers: LinkRecognizers([PodcastLinks()])
    )
    #expect(reference == .link(entry.link))
  }

  @Test("signs in at Podcast Index by a digest of key, secret and time")
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
    let digest = SHA1.hex(SHA1.digest(Array("KEYtop-secret\(date)".utf8)))
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
    "has digests that are SHA-1's",
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
    #expect(SHA1.hex(SHA1.digest(Array(text.utf8))) == digest)
  }
}

@Suite("Links to podcasts")
struct PodcastLinkTests {
  private func link(_ text: String) -> LinkRecognition {
    PodcastLinks().recognize(LinkParts(text))
  }

  @Test(
    "are those with a prefix, Apple's pages, and what is called as feeds are",
    arguments: [
      ("podcast:https://a.example/x?y=1", "https://a.example/x?y=1"),
      ("feed:https://a.example/", "https://a.example/"),
      ("pcast://a.example/f", "https://a.example/f"), ("podcast:itunes:12", "itunes:12"),
      ("https://podcasts.apple.com/us/podcast/some-show/id123?i=9", "itunes:123"),
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
    "are not all others",
    arguments: [
      "https://a.example/1.mp3", "/feed.xml", "feed.xml", "https://music.apple.com/us/album/x/1",
      "https://itunes.apple.com/us/album/x/id1", "spotify:track:1", "", "https://a.example/",
    ]
  )
  func others(text: String) { #expect(link(text) == .notMine) }

  @Test(
    "that name nothing say so",
    arguments: [
      "podcast:", "podcast:hello", "podcast:file:///etc/passwd", "podcast:itunes:x",
      "podcast:https://", "podcast:https://a.example/\u{1}",
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
