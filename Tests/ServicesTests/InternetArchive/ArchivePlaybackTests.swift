import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitInternetArchive

@Suite("Recordings of the archive", .tags(.pure))
struct ArchivePlaybackTests {
  private typealias Fixture = ArchiveFixture

  private func url(_ id: String, base: String? = nil) throws -> String? {
    let transport = StubTransport(answers: [])
    let resolver = InternetArchiveResolver(client: Fixture.service(base: base, transport).client)
    let source = try #require(try resolver.resolveNow(InternetArchiveTrack(id: id)))
    #expect(source.allowsCaching && source.cacheKey == "internetArchive:" + id)
    #expect(resolver.cacheKey(of: InternetArchiveTrack(id: id)) == source.cacheKey)
    #expect(transport.calls.isEmpty)
    guard case .remote(let url) = source.location else { return nil }
    return url.absoluteString
  }

  @Test("are found by their names, without a request")
  func addresses() throws {
    #expect(
      try url("x/d1/02 50% & möre?#.flac")
        == "https://archive.org/download/x/d1/02%2050%25%20%26%20m%C3%B6re%3F%23.flac"
    )
    for base in ["http://127.0.0.1:8000/archive", "http://127.0.0.1:8000/archive/"] {
      #expect(try url("x/a.mp3", base: base) == "http://127.0.0.1:8000/archive/download/x/a.mp3")
    }
  }

  @Test("are refused if the item does not have them")
  func refused() async throws {
    let resolver = InternetArchiveResolver(
      client: Fixture.service(StubTransport(answers: [])).client
    )
    let ids = ["", "x", "x/", "/a.mp3", "x/../y/a.mp3", "x//a.mp3", "x y/a.mp3", "x/a\n.mp3"]
    for track in ids.map({ InternetArchiveTrack(id: $0) }) as [any Track] + [URLTrack(path: "a")] {
      let error = await #expect(throws: PlayerError.self) { try await resolver.resolve(track) }
      #expect(error?.code == .invalidItem, "\(track.id)")
    }
  }

  @Test("are queued, and start without waiting")
  func player() throws {
    let item = try Fixture.item(Fixture.concert)
    let service = Fixture.service(StubTransport(answers: []))
    #expect(service.resolvers(substitutes: []).map(\.playerType) == [.internetArchive])
    for track in InternetArchiveTrack.tracks(of: item) {
      #expect(track.playerTypes.first == .internetArchive)
      #expect(try service.resolvers(substitutes: [])[0].resolveNow(track) != nil)
    }
  }

  @Test("have links: archive:IDENTIFIER, pages, files")
  func links() {
    let recognizers = LinkRecognizers([InternetArchiveLinks()])
    let item = MusicLink(service: .internetArchive, kind: .album, id: "tb77.a-b_c")
    let file = MusicLink(service: .internetArchive, kind: .song, id: "tb77.a-b_c/d1/é 50%.mp3")
    let forms: [(String, MusicLink)] = [
      ("archive:tb77.a-b_c", item), ("https://archive.org/details/tb77.a-b_c", item),
      ("http://www.archive.org/details/tb77.a-b_c/?q=a#b", item),
      ("archive.org/details/tb77.a-b_c", item), ("https://archive.org/embed/tb77.a-b_c", item),
      ("https://archive.org/download/tb77.a-b_c", item), ("archive:tb77.a-b_c/d1/é 50%.mp3", file),
      ("https://archive.org/details/tb77.a-b_c/d1/%C3%A9%2050%25.mp3", file),
      ("https://archive.org/download/tb77.a-b_c/d1/%C3%A9%2050%25.mp3", file),
    ]
    for (text, link) in forms {
      #expect(MusicReference(text, recognizers: recognizers) == .link(link), "\(text)")
    }
    for link in [item, file] {
      let page = link.canonicalURL(by: recognizers)
      #expect(
        page.map { MusicReference($0.absoluteString, recognizers: recognizers) } == .link(link)
      )
    }
    for text in [
      "archive:", "archive:/a.mp3", "archive:x/../a.mp3", "archive:x/a.txt", "archive:a b",
      "archive:x/", "https://archive.org/", "https://archive.org/search?query=a",
      "https://archive.org/details/@somebody", "https://archive.org/details/x/%2e%2e/a.mp3",
      "https://archive.org/details/x/%00.mp3", "archive://x",
    ] {
      guard case .unrecognized(let link) = MusicReference(text, recognizers: recognizers) else {
        Issue.record("\(text)")
        continue
      }
      #expect(link.service == .internetArchive, "\(text)")
    }
    // Links that others handle.
    for text in [
      "https://archive.org/download/x/x_vbr.m3u",
      "https://web.archive.org/web/2020/http://a.example",
      "https://archive.org.example/details/x",
    ] {
      guard case .plain = MusicReference(text, recognizers: recognizers) else {
        Issue.record("\(text)")
        continue
      }
    }
  }
}
