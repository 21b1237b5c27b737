import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

@Suite("Links of Spotify", .tags(.pure))
struct SpotifyLinkTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var kind: MusicLink.Kind
    var id = SpotifyLinkTests.id
    var testDescription: String { text }
  }

  static let id = "0Example1Id2Of3Base624"

  static let recognized: [Row] = [
    .init(text: "spotify:\(id)", kind: .song),
    .init(text: "spotify:track:\(id)", kind: .song),
    .init(text: "SPOTIFY:Track:\(id)", kind: .song),
    .init(text: "spotify:track:\(id)?si=abc", kind: .song),
    .init(text: "spotify://track/\(id)", kind: .song),
    .init(text: "spotify:album:\(id)", kind: .album),
    .init(text: "spotify:artist:\(id)", kind: .artist),
    .init(text: "spotify:playlist:\(id)", kind: .playlist),
    .init(text: "spotify:user:some%20body:playlist:\(id)", kind: .playlist),
    .init(text: "spotify:episode:\(id)", kind: .episode),
    .init(text: "spotify:show:\(id)", kind: .show),
    .init(text: "https://open.spotify.com/track/\(id)", kind: .song),
    .init(
      text: "https://open.spotify.com/track/\(id)?si=abc&context=spotify%3Aalbum%3A1&nd=1",
      kind: .song
    ),
    .init(text: "http://OPEN.spotify.com/intl-de/track/\(id)/", kind: .song),
    .init(text: "https://open.spotify.com/intl-pt-BR/album/\(id)#a", kind: .album),
    .init(text: "https://open.spotify.com/embed/track/\(id)?utm_source=generator", kind: .song),
    .init(text: "https://open.spotify.com/intl-fr/embed/playlist/\(id)", kind: .playlist),
    .init(text: "https://open.spotify.com/embed-podcast/episode/\(id)", kind: .episode),
    .init(text: "https://open.spotify.com/show/\(id)", kind: .show),
    .init(text: "https://open.spotify.com/artist/\(id)", kind: .artist),
    .init(text: "https://open.spotify.com/user/somebody/playlist/\(id)", kind: .playlist),
    .init(text: "https://play.spotify.com/user/ünï/playlist/\(id)", kind: .playlist),
    .init(text: "https://play.spotify.com/track/\(id)", kind: .song),
    .init(text: "https://embed.spotify.com/?uri=spotify%3Atrack%3A\(id)", kind: .song),
    .init(text: "open.spotify.com/track/\(id)", kind: .song),
    .init(text: "//open.spotify.com/track/\(id)", kind: .song),
    .init(
      text: "spotify:local:The+Band:First+Album:Opening%20Night:213",
      kind: .localFile,
      id: "The%20Band:First%20Album:Opening%20Night:213"
    ),
    .init(text: "spotify:local:::ä:", kind: .localFile, id: "::%C3%A4:"),
  ]

  @Test("All forms of a link name the same item", arguments: recognized)
  func recognizes(_ row: Row) {
    #expect(
      MusicReference(row.text, recognizers: .spotify)
        == .link(MusicLink(service: .spotify, kind: row.kind, id: row.id))
    )
  }

  @Test("The canonical address of a link is recognized as the same link", arguments: recognized)
  func canonicalIsRecognized(_ row: Row) throws {
    let url = try #require(
      MusicReference(row.text, recognizers: .spotify).canonicalURL(by: .spotify)
    )
    #expect(url.query() == nil)
    #expect(url.host() == (row.kind == .localFile ? nil : "open.spotify.com"))
    #expect(
      MusicReference(url.absoluteString, recognizers: .spotify)
        == .link(MusicLink(service: .spotify, kind: row.kind, id: row.id))
    )
  }

  @Test(
    "A link without an item is still Spotify's, and the error states the reason",
    arguments: [
      ("https://spotify.link/AbCdEf", UnrecognizedLink.Reason.needsFollowing),
      ("https://spotify.app.link/AbCdEf?_p=1", .needsFollowing),
      ("spotify.link/AbCdEf", .needsFollowing),
      ("https://spotify.link/", .unknownForm),
      ("https://open.spotify.com/", .unknownForm),
      ("https://open.spotify.com/collection/tracks", .unknownForm),
      ("https://open.spotify.com/track/\(id)/more", .unknownForm),
      ("https://open.spotify.com/user/somebody", .unknownForm),
      ("https://open.spotify.com/track/\(id)4", .malformedID),
      ("https://open.spotify.com/track/0Example1Id2Of3Base62-", .malformedID),
      ("spotify:track:123", .malformedID),
      ("spotify:", .malformedID),
      ("spotify:track", .malformedID),
      ("spotify:search:x", .unknownForm),
      ("spotify:local:a:b::1", .malformedID),
      ("spotify:local:a:b", .malformedID),
      ("spotify://", .unknownForm),
      ("https://embed.spotify.com/?uri=https://a.example", .unknownForm),
    ]
  )
  func refuses(text: String, reason: UnrecognizedLink.Reason) {
    let expected = UnrecognizedLink(text: text, service: .spotify, reason: reason)
    #expect(MusicReference(text, recognizers: .spotify) == .unrecognized(expected))
    #expect(!expected.description.contains(text))
  }

  @Test(
    "An address on another host is not Spotify's",
    arguments: [
      "https://open.spotify.com.example.org/track/\(id)", "https://api.spotify.com/v1/tracks/\(id)",
      "https://open.spotify.com@example.org/track/\(id)", "ftp://open.spotify.com/track/\(id)",
      "./open.spotify.com/track/\(id)",
    ]
  )
  func elsewhere(_ text: String) {
    switch MusicReference(text, recognizers: .spotify) {
    case .link: Issue.record("recognized")
    case .plain: break
    case .unrecognized(let refused): #expect(refused.service == nil)
    }
  }
}

extension LinkRecognizers {
  static let spotify = LinkRecognizers([SpotifyLinks()])
}
