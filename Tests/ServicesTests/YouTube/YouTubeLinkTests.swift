import PlayerKit
import PlayerKitServices
import PlayerKitYTDLP
import PlayerKitYouTube
import TestSupport
import Testing

@Suite("Links of YouTube", .tags(.pure))
struct YouTubeLinkTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var kind = MusicLink.Kind.song
    var id = "aB3_-xyZ09k"
    var testDescription: String { text }
  }

  private static let list = "PL0123456789abcdef"
  private static let channel = "UCabcdefghijklmnopqr_-01"

  static let recognized: [Row] = [
    .init(text: "https://www.youtube.com/watch?v=aB3_-xyZ09k"),
    .init(text: "http://m.youtube.com/watch?feature=share&v=aB3_-xyZ09k&t=1m30s"),
    .init(text: "https://music.youtube.com/watch?v=aB3_-xyZ09k&list=RDAMVMaB3_-xyZ09k"),
    .init(text: "https://www.youtube.com/watch?v=aB3_-xyZ09k&list=PL0123456789abcdef&index=2"),
    .init(text: "https://youtu.be/aB3_-xyZ09k?si=abc&t=90"),
    .init(text: "youtu.be/aB3_-xyZ09k"),
    .init(text: "YouTube.com/shorts/aB3_-xyZ09k"),
    .init(text: "https://www.youtube.com/live/aB3_-xyZ09k?feature=share"),
    .init(text: "https://www.youtube-nocookie.com/embed/aB3_-xyZ09k?start=5"),
    .init(text: "https://www.youtube.com/v/aB3_-xyZ09k"),
    .init(text: "youtube:aB3_-xyZ09k"),
    .init(text: "https://www.youtube.com/playlist?list=\(list)", kind: .playlist, id: list),
    .init(text: "https://www.youtube.com/watch?list=\(list)", kind: .playlist, id: list),
    .init(text: "youtube.com/embed/videoseries?list=\(list)", kind: .playlist, id: list),
    .init(
      text: "https://music.youtube.com/playlist?list=OLAK5uy_abcdef0123",
      kind: .playlist,
      id: "OLAK5uy_abcdef0123"
    ),
    .init(
      text: "https://music.youtube.com/playlist?list=RDCLAK5uy_abcdef",
      kind: .playlist,
      id: "RDCLAK5uy_abcdef"
    ),
    .init(text: "youtube:playlist:\(list)", kind: .playlist, id: list),
    .init(text: "https://www.youtube.com/channel/\(channel)/videos", kind: .artist, id: channel),
    .init(text: "https://youtube.com/@the.example-band", kind: .artist, id: "@the.example-band"),
    .init(text: "https://youtube.com/@%E6%BC%A2%E5%AD%97/featured", kind: .artist, id: "@漢字"),
    .init(text: "youtube:artist:@band", kind: .artist, id: "@band"),
    .init(text: "youtube:artist:\(channel)", kind: .artist, id: channel),
  ]

  private let recognizers = LinkRecognizers([YouTubeLinks()])

  @Test(
    "A start time is the start position of the entry",
    arguments: [
      ("https://youtu.be/aB3_-xyZ09k?t=90", 90),
      ("https://www.youtube.com/watch?v=aB3_-xyZ09k&t=90s", 90),
      ("https://www.youtube.com/watch?v=aB3_-xyZ09k&t=1h2m3s", 3_723),
      ("https://www.youtube.com/watch?v=aB3_-xyZ09k&t=2m", 120),
      ("https://www.youtube.com/embed/aB3_-xyZ09k?start=5", 5),
      ("https://youtu.be/aB3_-xyZ09k?t=x&start=7", 7),
      ("https://youtu.be/aB3_-xyZ09k", 0), ("https://youtu.be/aB3_-xyZ09k?t=-5", 0),
      ("https://youtu.be/aB3_-xyZ09k?t=5x", 0), ("https://youtu.be/aB3_-xyZ09k?t=s", 0),
      ("https://youtu.be/aB3_-xyZ09k?t=1s2h", 0),
      ("https://youtu.be/aB3_-xyZ09k?t=99999999999999999999", 0),
      ("https://youtu.be/aB3_-xyZ09k?t=999999h999999m", 0),
    ]
  )
  func startTimes(text: String, seconds: Int) async throws {
    // Without a key, the track of a video needs no request.
    let services = MusicServices([YouTubeService(ServiceSetup())])
    let items = await ItemReader(services: services).items(for: text)
    #expect(items.map(\.startPosition) == [.seconds(seconds)])
    #expect(items.first?.track is YouTubeTrack)
    let fromRemote = try await RemoteItemReader(services: services).items(for: text)
    #expect(fromRemote.map(\.startPosition) == [.seconds(seconds)])
  }

  @Test("All forms of a link name their item", arguments: recognized)
  func recognizes(_ row: Row) {
    #expect(
      MusicReference(row.text, recognizers: recognizers)
        == .link(MusicLink(service: .youTube, kind: row.kind, id: row.id))
    )
  }

  @Test("The canonical address of a link is recognized as the same link", arguments: recognized)
  func canonicalIsRecognized(_ row: Row) throws {
    let url = try #require(
      MusicReference(row.text, recognizers: recognizers).canonicalURL(by: recognizers)
    )
    #expect(
      MusicReference(url.absoluteString, recognizers: recognizers)
        == .link(MusicLink(service: .youTube, kind: row.kind, id: row.id))
    )
    if row.kind == .song { #expect(url.query() == nil) }
  }

  @Test(
    "A link of a known form with a bad id is refused with a reason",
    arguments: [
      "https://www.youtube.com/watch?v=aB3_-xyZ09", "https://youtu.be/aB3_-xyZ09kk",
      "https://youtu.be/aB3_-xyZ09ü", "https://www.youtube.com/watch",
      "https://www.youtube.com/shorts/", "https://www.youtube.com/playlist?list=../../evil00",
      "https://www.youtube.com/channel/PLabcdefghijklmnopqr_-01", "https://www.youtube.com/@",
      "https://www.youtube.com/@a%0Ab", "youtube:", "youtube:playlist:WL", "youtube:artist:band",
    ]
  )
  func malformed(text: String) {
    let expected = UnrecognizedLink(text: text, service: .youTube, reason: .malformedID)
    #expect(MusicReference(text, recognizers: recognizers) == .unrecognized(expected))
  }

  @Test(
    "Mixes, a user's own lists, and other pages are left to yt-dlp",
    arguments: [
      "https://www.youtube.com/playlist?list=RDaB3_-xyZ09k", "https://www.youtube.com/c/band",
      "https://www.youtube.com/playlist?list=WL", "https://www.youtube.com/user/band",
    ]
  )
  func others(text: String) {
    let both = LinkRecognizers([YouTubeLinks(), YTDLPLinks()])
    guard case .link(let link) = MusicReference(text, recognizers: both) else {
      Issue.record("not recognized")
      return
    }
    #expect(link.service == .ytdlp)
  }

  @Test("A link of both is that of the service that is listed first")
  func order() {
    let text = "https://youtu.be/aB3_-xyZ09k"
    let orders: [([any LinkRecognizer], CatalogService)] = [
      ([YouTubeLinks(), YTDLPLinks()], .youTube), ([YTDLPLinks(), YouTubeLinks()], .ytdlp),
    ]
    for (recognizers, service) in orders {
      guard case .link(let link) = MusicReference(text, recognizers: LinkRecognizers(recognizers))
      else {
        Issue.record("not recognized")
        return
      }
      #expect(link.service == service)
    }
  }

  @Test(
    "An address on another host is not YouTube's",
    arguments: [
      "https://youtube.com.example.org/watch?v=aB3_-xyZ09k",
      "https://www.youtube.com:8080/watch?v=aB3_-xyZ09k", "https://www.youtube.com/feed/library",
    ]
  )
  func elsewhere(_ text: String) {
    guard case .plain = MusicReference(text, recognizers: recognizers) else {
      Issue.record("recognized")
      return
    }
  }
}
