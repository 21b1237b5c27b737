import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitYTDLP

@Suite("The media that yt-dlp finds on pages", .tags(.local))
struct YTDLPResolverTests {
  private static let secret = "s3cret-of-the-address"

  private func track(_ text: String = "https://site.example/page?id=1") throws -> YTDLPTrack {
    try YTDLPTrack(page: try #require(URL(string: text)))
  }

  /// An answer with an address that contains the number of requests.
  private static func media(_ count: Int, _ more: String = "") -> RunOutcome {
    .ok(
      #"""
      {"_type":"video","title":"A Song","channel":"A Channel","protocol":"https","format_id":"140",
      "url":"https://media.example/a.m4a?n=\#(count)&token=\#(secret)",
      "http_headers":{"User-Agent":"A/1"},"cookies":"k=\#(secret); Domain=.media.example; Path=/",
      "chapters":[{"start_time":0,"end_time":5.5,"title":"One"}]\#(more)}
      """#
    )
  }

  private func url(_ source: MediaSource?) -> String? {
    guard case .remote(let url) = source?.location else { return nil }
    return url.absoluteString
  }

  @Test("of untrusted links are not searched on unknown sites, whichever service plays them")
  func strangers() async throws {
    let runner = StubRunner { _ in .failed("Unsupported URL: x") }
    let options = YTDLPOptions(readsUnknownSites: false)
    let strangers = YTDLPService(client: runner.client(options))
    let own = YTDLPService(client: runner.client())
    let page = try #require(URL(string: "http://192.168.1.1/admin"))
    let link = MusicLink(service: .ytdlp, kind: .song, id: page.absoluteString)
    let resolver = try #require(own.resolvers(substitutes: []).first)
    for track in [try #require(strangers.track(at: page))] + (try await strangers.tracks(of: link))
    {
      _ = try? await resolver.resolve(track)
      #expect(runner.programs.last?.value("--use-extractors") == "default,-generic")
    }
    _ = try? await resolver.resolve(try #require(own.track(at: page)))
    #expect(runner.programs.count == 3)
    #expect(runner.programs.last?.value("--use-extractors") == nil)
  }

  @Test("pass the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let count = Locked(0)
    let clock = ManualClock()
    let runner = StubRunner { program in
      guard !program.subject.contains("missing") else { return .failed("Video unavailable") }
      let number = count.withLock { count in
        count += 1
        return count
      }
      let expiry = clock.date.timeIntervalSince1970 + 3_000
      return .ok(
        #"""
        {"protocol":"https","url":"https://media.example/a?n=\#(number)&expire=\#(Int(expiry))",
        "http_headers":{"User-Agent":"A/1"}}
        """#
      )
    }
    // Concurrent callers wait for one process after another.
    try await check.run(
      on: MediaResolverFixture(
        resolver: YTDLPResolver(client: runner.client(clock: clock)),
        track: try track(),
        missing: try track("https://site.example/missing"),
        foreign: URLTrack(path: "a.mp3"),
        headers: ["User-Agent": "A/1"],
        lookups: { count.withLock { $0 } },
        expire: { clock.advance(by: .seconds(3_600)) }
      )
    )
  }

  @Test("are requested again in the same format after a refusal, even hours later")
  func renewal() async throws {
    let count = Locked(0)
    let clock = ManualClock()
    let runner = StubRunner { _ in
      Self.media(
        count.withLock { count in
          count += 1
          return count
        }
      )
    }
    let resolver = YTDLPResolver(client: runner.client(clock: clock))
    let source = try await resolver.resolve(track())
    #expect(source.headers == ["User-Agent": "A/1", "Cookie": "k=" + Self.secret])
    #expect(!source.allowsCaching)
    #expect(source.cacheKey == nil)
    clock.advance(by: .seconds(6 * 3_600))
    let renewed = try await source.renewal?()
    #expect(url(renewed)?.contains("n=2") == true)
    #expect(runner.programs.map { $0.value("-f")?.hasPrefix("140/") } == [false, true])
  }

  @Test("on the Internet are at public addresses only")
  func reach() async throws {
    let runner = StubRunner { _ in Self.media(1) }
    let resolver = YTDLPResolver(client: runner.client())
    #expect(try await resolver.resolve(track()).reach == .publicAlone)
    #expect(try await resolver.resolve(track("http://127.0.0.1:80/a")).reach == nil)
    #expect(try await resolver.resolve(track("http://nas.local/a")).reach == nil)
    // A name does not show whether a host is local. A host that the user named plays there.
    #expect(try await resolver.resolve(track("https://media.example/page")).reach == nil)
  }

  @Test("are searched with yt-dlp's extractor for the site, or else with all of them")
  func extractors() async throws {
    let runner = StubRunner { program in
      program.value("--use-extractors") == "vimeo.*"
        ? RunOutcome(
          end: .exited(1),
          output: Array("null".utf8),
          errors: Array("ERROR: No suitable extractor found for URL x".utf8)
        ) : Self.media(1)
    }
    let client = runner.client()
    let resolver = YTDLPResolver(client: client)
    for page in [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://band.bandcamp.com/track/a",
      "https://site.example/a", "https://vimeo.com/1",
    ] {
      _ = try await resolver.resolve(track(page))
    }
    #expect(
      runner.programs.map { $0.value("--use-extractors") } == [
        "youtube.*", "bandcamp.*", nil, "vimeo.*", nil,
      ]
    )
    let stranger = try YTDLPTrack(
      page: try #require(URL(string: "https://site.example/b")),
      readsUnknownSites: false
    )
    _ = try await resolver.resolve(stranger)
    #expect(runner.programs.last?.value("--use-extractors") == "default,-generic")
  }

  @Test("can be a list that replaces the track, with the rest of it as one more entry")
  func lists() async throws {
    let runner = StubRunner { program in
      let items = program.value("--playlist-items")?.split(separator: ":").compactMap { Int($0) }
      let (first, last) = (items?.first ?? 1, min(items?.last ?? 0, 120))
      let entries = (first...max(first, last)).map { number in
        number == 2
          ? "null"
          : #"""
          {"_type":"url","ie_key":"Youtube","id":"\#(number)","title":"Song \#(number)",
          "url":"https://www.youtube.com/watch?v=a\#(number)","uploader":"A Channel","duration":60}
          """#
      }
      // A list with a member that failed ends with 1.
      return RunOutcome(
        end: .exited(1),
        output: Array(
          #"{"_type":"playlist","title":"A List","entries":[\#(entries.joined(separator: ","))]}"#
            .utf8
        ),
        errors: Array("ERROR: [youtube] a2: Private video".utf8)
      )
    }
    let resolver = YTDLPResolver(client: runner.client())
    var items: [QueueItem] = []
    var next: (any Track)? = try track("https://www.youtube.com/playlist?list=PLx")
    while let track = next {
      let expansion = await #expect(throws: TrackExpansion.self) {
        try await resolver.resolve(track)
      }
      let found = try #require(expansion?.items)
      next = (found.last?.track as? YTDLPTrack).flatMap { $0.part == .whole ? nil : $0 }
      items += next == nil ? found : found.dropLast()
      #expect(Set(found.map(\.section)).count == 1)
      #expect(found.first?.section?.title == "A List")
    }
    #expect(runner.programs.map { $0.value("--playlist-items") } == ["1:51", "51:101", "101:151"])
    let titles = items.map(\.track.metadata.title)
    #expect(titles == (1...120).filter { $0 != 2 }.map { "Song \($0)" })
    // The list's data are provisional. Chapters and everything else are found later.
    let first = try #require(items.first?.track as? YTDLPTrack)
    #expect(first.statedMetadata == TrackMetadata())
    #expect(first.metadata.artist == "A Channel")
  }

  @Test("can be members of a page without pages of their own, found again by their number")
  func members() async throws {
    let runner = StubRunner { program in
      let only = program.value("--playlist-items")?.split(separator: ":").compactMap { Int($0) }
      let numbers = only.map { $0[0]...min($0[1], 2) } ?? 1...2
      let entries = numbers.map { number in
        #"""
        {"id":"p-\#(number)","title":"P (\#(number))","webpage_url":"https://site.example/page",
        "playlist_index":\#(number),"url":"https://media.example/\#(number)","protocol":"https"}
        """#
      }
      return .ok(#"{"_type":"playlist","entries":[\#(entries.joined(separator: ","))]}"#)
    }
    let client = runner.client()
    let resolver = YTDLPResolver(client: client)
    let page = try track("https://site.example/page")
    let expansion = await #expect(throws: TrackExpansion.self) { try await resolver.resolve(page) }
    let tracks = try #require(expansion?.items.map(\.track))
    #expect(Set(tracks.map(\.id)).count == 2)
    for (number, track) in zip(1..., tracks) {
      #expect(url(try await resolver.resolve(track)) == "https://media.example/\(number)")
    }
    // Everything was already known.
    #expect(runner.programs.count == 1)
    for track in tracks { resolver.forget(track, after: PlayerError(.forbidden, "")) }
    #expect(url(try await resolver.resolve(tracks[1])) == "https://media.example/2")
    #expect(runner.programs.last?.value("--playlist-items") == "2:2")
  }

  @Test("from a list on the Internet are never on this network")
  func privateMembers() async throws {
    let runner = StubRunner { program in
      guard program.subject.contains("list") else { return Self.media(1) }
      let entries = ["http://192.168.0.1/admin", "file:///etc/passwd", "https://other.example/a"]
        .map { #"{"_type":"url","url":"\#($0)","title":"T"}"# }
      return .ok(#"{"_type":"playlist","entries":[\#(entries.joined(separator: ","))]}"#)
    }
    let resolver = YTDLPResolver(client: runner.client())
    func items(_ page: String) async throws -> [any Track] {
      let list = try track(page)
      let expansion = await #expect(throws: TrackExpansion.self) {
        try await resolver.resolve(list)
      }
      return try #require(expansion?.items.map(\.track))
    }
    let found = try await items("https://site.example/list")
    #expect(found.count == 2)
    let error = await #expect(throws: PlayerError.self) { try await resolver.resolve(found[0]) }
    #expect(error?.code == .blockedURL)
    #expect(runner.programs.count == 1)
    for track in found {
      #expect(try (track as? PageTrack)?.mediaSource().reach == .publicAlone)
    }
    // A name may lead here, and so may a redirect. yt-dlp therefore opens only sites that it knows.
    _ = try await resolver.resolve(found[1])
    #expect(runner.programs.last?.value("--use-extractors") == "default,-generic")
    // After a store and a restore, it is as untrusted as before.
    var registry = TrackRegistry()
    registry.add(PageTrack.self)
    let again = registry.decode(try registry.encode(found[0]))
    let stored = await #expect(throws: PlayerError.self) { try await resolver.resolve(again) }
    #expect(stored?.code == .blockedURL)
    // A list on this network may.
    let near = try await items("http://192.168.0.2/list")
    #expect(url(try await resolver.resolve(near[0])) != nil)
  }

  @Test("fail if they are an empty list, or the list itself")
  func emptyLists() async throws {
    for entries in [
      "", "null,null", #"{"_type":"url","url":"https://site.example/page?id=1"}"#,
    ] {
      let runner = StubRunner { _ in .ok(#"{"_type":"playlist","entries":[\#(entries)]}"#) }
      let error = await #expect(throws: PlayerError.self) {
        try await YTDLPResolver(client: runner.client()).resolve(track())
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test("fail with the site's message, with the version")
  func errors() async throws {
    let runner = StubRunner { _ in .failed("This video is DRM protected") }
    let error = await #expect(throws: PlayerError.self) {
      try await YTDLPResolver(client: runner.client()).resolve(track())
    }
    #expect(error?.code == .drm)
    #expect(error?.message.hasSuffix("(yt-dlp 2026.10.26)") == true)
    #expect((error?.underlying as? YTDLPError)?.code == .encrypted)
  }

  @Test("give a queue their known metadata, with a single process")
  func inspector() async throws {
    let runner = StubRunner { _ in Self.media(1) }
    let client = runner.client()
    let inspector = YTDLPService(client: client)
    let track = try track()
    #expect(inspector.place(of: track) == .remote)
    #expect(inspector.place(of: URLTrack(path: "a.mp3")) == nil)
    _ = try await YTDLPResolver(client: client).resolve(track)
    let metadata = try await inspector.inspect(track)
    #expect(metadata.title == "A Song")
    #expect(metadata.artist == "A Channel")
    #expect(metadata.chapters.map(\.end) == [.seconds(5.5)])
    #expect(runner.programs.count == 1)
  }

  @Test("can be the address itself, which is tried first, and by yt-dlp then")
  func either() async throws {
    let runner = StubRunner { _ in Self.media(1) }
    let client = runner.client()
    let page = try #require(URL(string: "https://site.example/a.mp3?b=c"))
    let track = try PageTrack(url: page)
    #expect(track.playerTypes == [.url, .ytdlp])
    #expect(track.metadata.title == "a.mp3")
    #expect(track.statedMetadata == TrackMetadata())
    #expect(url(try URLResolver().resolveNow(track)) == page.absoluteString)
    // yt-dlp is not asked before that.
    let inspector = YTDLPService(client: client)
    #expect(inspector.place(of: track) == nil)
    #expect(url(try await YTDLPResolver(client: client).resolve(track))?.contains("n=1") == true)
    #expect(inspector.place(of: track) == .remote)
    #expect(try await inspector.inspect(track).title == "A Song")
    var registry = TrackRegistry()
    registry.add(PageTrack.self)
    #expect((registry.decode(try registry.encode(track)) as? PageTrack) == track)
    #expect(throws: PlayerError.self) { try PageTrack(url: URL(filePath: "/etc/passwd")) }
    let service = YTDLPService(client: client)
    #expect(service.track(at: page)?.id == page.absoluteString)
    let none = YTDLPService(client: YTDLPClient(executable: nil, environment: [:]))
    #expect(none.track(at: page) == nil)
  }

  @Test("have secrets that no description, store or error contains")
  func secrets() async throws {
    let runner = StubRunner { _ in Self.media(1) }
    let resolver = YTDLPResolver(client: runner.client())
    let track = try track()
    let source = try await resolver.resolve(track)
    #expect(url(source)?.contains(Self.secret) == true)
    var registry = TrackRegistry()
    registry.add(YTDLPTrack.self)
    let stored = try registry.encode(track)
    var text = "\(source) \(track) " + String(decoding: stored.data, as: UTF8.self)
    dump(source, to: &text)
    dump(track, to: &text)
    #expect(!text.contains(Self.secret))
    #expect((registry.decode(stored) as? YTDLPTrack) == track)
  }

  @Test("have no secrets in a printed answer")
  func printedAnswers() throws {
    let info = try YTDLPClient.info(Self.media(1))
    var text = "\(info)"
    dump(info, to: &text)
    debugPrint(info, to: &text)
    #expect(info.url?.contains(Self.secret) == true)
    #expect(!text.contains(Self.secret))
    let page = try track("https://site.example/page?key=" + Self.secret)
    let named = try YTDLPTrack(page: page.page, metadata: TrackMetadata(info))
    var shown = "\(named)"
    dump(named, to: &shown)
    #expect(!shown.contains(Self.secret))
  }

  @Test(
    "are never a list, nor a link to another page",
    arguments: [
      #"{"_type":"url","url":"https://other.example/page"}"#,
      #"{"_type":"playlist","entries":[],"url":"https://other.example/page"}"#,
    ]
  )
  func otherByNow(member: String) async throws {
    let runner = StubRunner { _ in .ok(#"{"_type":"playlist","entries":[\#(member)]}"#) }
    let member = try YTDLPTrack(
      page: track().page,
      part: .member(2),
      metadata: TrackMetadata(),
      isPreliminary: true,
      readsUnknownSites: true,
      isNamedByServer: false
    )
    let error = await #expect(throws: PlayerError.self) {
      try await YTDLPResolver(client: runner.client()).resolve(member)
    }
    #expect(error?.code == .notFound)
  }

  @Test(
    "do not exist for a stored number outside of the list",
    arguments: [
      #"{"rest":{"from":9223372036854775807}}"#, #"{"member":{"_0":-5}}"#, #"{"member":{"_0":0}}"#,
    ]
  )
  func storedNumbers(part: String) throws {
    let json = #"{"page":"https://a.example/b","part":\#(part)}"#
    #expect(throws: PlayerError.self) {
      try JSONDecoder().decode(YTDLPTrack.self, from: Data(json.utf8))
    }
    let whole = #"{"page":"https://a.example/b","part":{"member":{"_0":2}}}"#
    let track = try JSONDecoder().decode(YTDLPTrack.self, from: Data(whole.utf8))
    #expect(track.id == "https://a.example/b [2]")
  }

  @Test("do not exist in an answer that is nested too deeply, or truncated")
  func depth() {
    let deep = String(repeating: #"{"entries":["#, count: 40_000)
    for text in [deep, #"{"title":"{{[[\"{{""#] {
      #expect(throws: YTDLPError.self) { try YTDLPClient.info(.ok(text)) }
    }
    let title = String(repeating: "[{", count: 100)
    #expect(throws: Never.self) { try YTDLPClient.info(.ok(#"{"title":"\"\#(title)"}"#)) }
  }

  @Test("are searched, and their lists are browsed page by page")
  func catalog() async throws {
    let runner = StubRunner { program in
      let items = program.value("--playlist-items")?.split(separator: ":").compactMap { Int($0) }
      let range = items.map { $0[0]...min($0[1], 5) } ?? 1...2
      let entries = range.map {
        #"{"_type":"url","url":"https://www.youtube.com/watch?v=dQw4w9WgXc\#($0)","title":"S \#($0)"}"#
      }
      return .ok(#"{"_type":"playlist","entries":[\#(entries.joined(separator: ","))]}"#)
    }
    let catalog = YTDLPCatalog(client: runner.client())
    let found = try await catalog.search(" --exec  a\nb ", for: .song, limit: 2)
    #expect(runner.programs.last?.subject == "ytsearch2:--exec a b")
    #expect(runner.programs.last?.arguments.dropLast().last == "--")
    #expect(found.entries.map(\.title) == ["S 1", "S 2"])
    #expect(found.entries.first?.item == "ytdlp:https://youtu.be/dQw4w9WgXc1")
    let list = MusicLink(
      service: .ytdlp,
      kind: .playlist,
      id: "https://www.youtube.com/playlist?list=PLx"
    )
    let first = try await catalog.contents(of: list, limit: 3)
    let second = try #require(try await first.next())
    #expect((first.entries + second.entries).map(\.title) == (1...5).map { "S \($0)" })
    #expect(try await second.next() == nil)
  }

  @Test("need a yt-dlp that the user configured")
  func setUp() async throws {
    let service = YTDLPService(ServiceSetup(), executable: nil)
    #expect(!service.isConfigured)
    let link = MusicLink(service: .ytdlp, kind: .song, id: "https://site.example/a")
    let error = await #expect(throws: PlayerError.self) { try await service.tracks(of: link) }
    #expect(error?.code == .toolMissing)
    let fake = try FakeProgram("")
    let found = YTDLPService(
      ServiceSetup(),
      executable: "yt-dlp",
      environment: ["PATH": fake.folder.url.path]
    )
    #expect(found.client.executable == fake.path)
    #expect(try await found.tracks(of: link).map(\.id) == ["https://site.example/a"])
  }
}
