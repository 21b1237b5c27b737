import PlayerKitDeezer
import PlayerKitServices
import TestSupport
import Testing

@Suite("Links of Deezer", .tags(.pure))
struct DeezerLinkTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var kind: MusicLink.Kind
    var id = "3135556"
    var testDescription: String { text }
  }

  static let recognized: [Row] = [
    .init(text: "deezer:3135556", kind: .song),
    .init(text: "deezer:album:3135556", kind: .album),
    .init(text: "deezer://track/3135556", kind: .song),
    .init(text: "Deezer://www.deezer.com/track/3135556?autoplay=true", kind: .song),
    .init(text: "https://www.deezer.com/track/3135556", kind: .song),
    .init(text: "https://deezer.com/en/track/3135556?utm_source=deezer&host=0", kind: .song),
    .init(text: "http://WWW.deezer.com/us/album/3135556/", kind: .album),
    .init(text: "https://www.deezer.com/en-gb/artist/3135556", kind: .artist),
    .init(text: "https://www.deezer.com/fr/playlist/3135556#a", kind: .playlist),
    .init(text: "https://www.deezer.com/fr/show/3135556", kind: .show),
    .init(text: "https://www.deezer.com/fr/episode/3135556", kind: .episode),
    .init(text: "https://widget.deezer.com/widget/dark/track/3135556", kind: .song),
    .init(text: "www.deezer.com/track/3135556", kind: .song),
    .init(text: "//deezer.com/track/3135556", kind: .song),
  ]

  @Test("All forms of a link name the same item", arguments: recognized)
  func recognizes(_ row: Row) {
    #expect(
      MusicReference(row.text, recognizers: .deezer)
        == .link(MusicLink(service: .deezer, kind: row.kind, id: row.id))
    )
  }

  @Test("The canonical address of a link is recognized as the same link", arguments: recognized)
  func canonicalIsRecognized(_ row: Row) throws {
    let url = try #require(MusicReference(row.text, recognizers: .deezer).canonicalURL(by: .deezer))
    #expect(url.query() == nil)
    #expect(url.host() == "www.deezer.com")
    #expect(
      MusicReference(url.absoluteString, recognizers: .deezer)
        == .link(MusicLink(service: .deezer, kind: row.kind, id: row.id))
    )
  }

  @Test(
    "A link without an item is still Deezer's, and the error states the reason",
    arguments: [
      ("https://link.deezer.com/s/30AbC", UnrecognizedLink.Reason.needsFollowing),
      ("https://deezer.page.link/AbC", .needsFollowing),
      ("https://dzr.page.link/AbC", .needsFollowing),
      ("https://link.deezer.com", .unknownForm),
      ("https://www.deezer.com/en", .unknownForm),
      ("https://www.deezer.com/en/profile/1", .unknownForm),
      ("https://www.deezer.com/en/track/1/lyrics", .unknownForm),
      ("https://www.deezer.com/track/1a", .malformedID),
      ("https://www.deezer.com/track/１", .malformedID),
      ("deezer:", .malformedID),
      ("deezer:track:", .malformedID),
      ("deezer://", .unknownForm),
    ]
  )
  func refuses(text: String, reason: UnrecognizedLink.Reason) {
    let expected = UnrecognizedLink(text: text, service: .deezer, reason: reason)
    #expect(MusicReference(text, recognizers: .deezer) == .unrecognized(expected))
    #expect(!expected.description.contains(text))
  }

  @Test(
    "An address on another host is not Deezer's",
    arguments: [
      "https://api.deezer.com/track/1", "https://deezer.com.example.org/track/1",
      "https://www.deezer.com:8080/track/1",
    ]
  )
  func elsewhere(_ text: String) {
    guard case .plain = MusicReference(text, recognizers: .deezer) else {
      Issue.record("recognized")
      return
    }
  }
}

extension LinkRecognizers {
  static let deezer = LinkRecognizers([DeezerLinks()])
}
