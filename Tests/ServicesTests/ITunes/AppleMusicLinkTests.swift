import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

@Suite("Links of Apple Music", .tags(.pure))
struct AppleMusicLinkTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var kind: MusicLink.Kind
    var id: String
    var storefront: String? = "us"
    var testDescription: String { text }
  }

  static let recognized: [Row] = [
    .init(text: "apple:700000001", kind: .song, id: "700000001", storefront: nil),
    .init(text: "APPLE:1", kind: .song, id: "1", storefront: nil),
    .init(
      text: "apple:123456789012345678901234",
      kind: .song,
      id: "123456789012345678901234",
      storefront: nil
    ),
    .init(
      text: "https://music.apple.com/gb/album/second-example/800000001?i=700000001",
      kind: .song,
      id: "700000001",
      storefront: "gb"
    ),
    .init(
      text: "https://music.apple.com/us/album/opening-night/800000001?i=700000001&uo=4",
      kind: .song,
      id: "700000001"
    ),
    .init(
      text:
        "https://music.apple.com/us/album/x/800000001?utm_source=a&i=7&ls=1&app=music&at=b&ct=c",
      kind: .song,
      id: "7"
    ),
    .init(text: "https://music.apple.com/us/album/x/800000001?i=7&i=7", kind: .song, id: "7"),
    .init(text: "https://music.apple.com/us/album/x/800000001?i=", kind: .album, id: "800000001"),
    .init(
      text: "https://music.apple.com/us/album/second-example/800000001",
      kind: .album,
      id: "800000001"
    ),
    .init(text: "https://music.apple.com/us/album/800000001", kind: .album, id: "800000001"),
    .init(text: "https://music.apple.com/us/album/1989/800000001", kind: .album, id: "800000001"),
    .init(text: "https://music.apple.com/us/album/x/800000001#i=5", kind: .album, id: "800000001"),
    .init(text: "https://music.apple.com/us/album/x/800000001/", kind: .album, id: "800000001"),
    .init(
      text: "https://music.apple.com/us//album/x/800000001//?l=en",
      kind: .album,
      id: "800000001"
    ),
    .init(text: "https://music.apple.com/album/x/800000001", kind: .album, id: "800000001"),
    .init(text: "https://music.apple.com/album/800000001", kind: .album, id: "800000001"),
    .init(
      text: "https://music.apple.com/GB/album/x/800000001",
      kind: .album,
      id: "800000001",
      storefront: "gb"
    ),
    .init(
      text: "http://MUSIC.Apple.COM/de/album/x/800000001",
      kind: .album,
      id: "800000001",
      storefront: "de"
    ),
    .init(
      text: "HTTPS://music.apple.com./de/album/x/800000001",
      kind: .album,
      id: "800000001",
      storefront: "de"
    ),
    .init(
      text: "https://music.apple.com:443/de/album/x/800000001",
      kind: .album,
      id: "800000001",
      storefront: "de"
    ),
    .init(text: "  https://music.apple.com/us/song/700000001\n", kind: .song, id: "700000001"),
    .init(
      text: "https://music.apple.com/us/song/opening-night/700000001",
      kind: .song,
      id: "700000001"
    ),
    .init(text: "https://music.apple.com/song/700000001", kind: .song, id: "700000001"),
    .init(
      text: "https://music.apple.com/jp/album/%E3%82%AD%E3%83%83%E3%82%BA/800000001",
      kind: .album,
      id: "800000001",
      storefront: "jp"
    ),
    .init(
      text: "https://music.apple.com/jp/album/キッズ/800000001?i=7",
      kind: .song,
      id: "7",
      storefront: "jp"
    ),
    .init(
      text: "https://music.apple.com/ru/album/дом-солнца/800000001",
      kind: .album,
      id: "800000001",
      storefront: "ru"
    ),
    .init(
      text: "https://music.apple.com/th/album/\u{0E31}\u{0301}/800000001",
      kind: .album,
      id: "800000001",
      storefront: "th"
    ),
    .init(
      text: "https://music.apple.com/us/album/half%-encoded%ZZ/800000001",
      kind: .album,
      id: "800000001"
    ),
    .init(text: "https://music.apple.com/us/album/a%2Fb/800000001", kind: .album, id: "800000001"),
    .init(
      text: "https://music.apple.com/us/artist/the-example-band/900000001?uo=4",
      kind: .artist,
      id: "900000001"
    ),
    .init(text: "https://music.apple.com/us/artist/900000001", kind: .artist, id: "900000001"),
    .init(
      text: "https://music.apple.com/us/playlist/x/pl.0123456789abcdef0123456789abcdef",
      kind: .playlist,
      id: "pl.0123456789abcdef0123456789abcdef"
    ),
    .init(
      text: "https://music.apple.com/us/playlist/pl.u-AbC123",
      kind: .playlist,
      id: "pl.u-AbC123"
    ),
    .init(
      text: "https://music.apple.com/us/playlist/x/pl.pm-20e9f373",
      kind: .playlist,
      id: "pl.pm-20e9f373"
    ),
    .init(
      text: "https://music.apple.com/us/playlist/x/pl.rp-1a2B",
      kind: .playlist,
      id: "pl.rp-1a2B"
    ),
    .init(
      text: "https://music.apple.com/us/station/x/ra.978194965",
      kind: .station,
      id: "ra.978194965"
    ),
    .init(text: "https://music.apple.com/us/station/ra.u-12ab", kind: .station, id: "ra.u-12ab"),
    .init(
      text: "https://music.apple.com/us/music-video/x/710000001",
      kind: .musicVideo,
      id: "710000001"
    ),
    .init(text: "https://music.apple.com/us/curator/x/976439448", kind: .curator, id: "976439448"),
    .init(text: "https://music.apple.com/us/room/1443469527", kind: .room, id: "1443469527"),
    .init(
      text: "https://geo.music.apple.com/us/album/x/800000001?app=music",
      kind: .album,
      id: "800000001"
    ),
    .init(
      text: "https://embed.music.apple.com/fr/album/x/800000001?i=7",
      kind: .song,
      id: "7",
      storefront: "fr"
    ),
    .init(text: "https://beta.music.apple.com/us/album/x/800000001", kind: .album, id: "800000001"),
    .init(
      text: "https://classical.music.apple.com/us/album/800000001",
      kind: .album,
      id: "800000001"
    ),
    .init(
      text: "https://itunes.apple.com/us/album/second-example/id800000001?i=700000001&uo=4",
      kind: .song,
      id: "700000001"
    ),
    .init(text: "https://itunes.apple.com/us/album/id800000001", kind: .album, id: "800000001"),
    .init(text: "https://itunes.apple.com/album/id800000001", kind: .album, id: "800000001"),
    .init(
      text: "https://geo.itunes.apple.com/us/album/x/id800000001?at=1",
      kind: .album,
      id: "800000001"
    ),
    .init(text: "https://itunes.apple.com/us/artist/x/id900000001", kind: .artist, id: "900000001"),
    .init(text: "https://itunes.apple.com/us/playlist/x/idpl.abc", kind: .playlist, id: "pl.abc"),
    .init(text: "music://music.apple.com/us/album/x/800000001?i=7", kind: .song, id: "7"),
    .init(text: "itmss://itunes.apple.com/us/album/x/id800000001", kind: .album, id: "800000001"),
    .init(text: "itms://itunes.apple.com/us/album/x/id800000001", kind: .album, id: "800000001"),
    .init(text: "music.apple.com/us/song/7", kind: .song, id: "7"),
    .init(text: "//Music.Apple.com/us/song/7", kind: .song, id: "7"),
    .init(
      text: "https://music.apple.com/library/playlist/p.AbC123",
      kind: .libraryPlaylist,
      id: "p.AbC123",
      storefront: nil
    ),
    .init(
      text: "https://music.apple.com/us/library/playlist/p.AbC123?l=en",
      kind: .libraryPlaylist,
      id: "p.AbC123",
      storefront: nil
    ),
    .init(
      text: "https://music.apple.com/library/albums/l.AbC123",
      kind: .libraryAlbum,
      id: "l.AbC123",
      storefront: nil
    ),
    .init(
      text: "https://music.apple.com/library/artists/r.AbC123",
      kind: .libraryArtist,
      id: "r.AbC123",
      storefront: nil
    ),
    .init(
      text: "https://music.apple.com/library/songs/i.AbC123",
      kind: .librarySong,
      id: "i.AbC123",
      storefront: nil
    ),
    .init(
      text: "https://music.apple.com/library/recently-added",
      kind: .libraryPage,
      id: "recently-added",
      storefront: nil
    ),
    .init(text: "https://music.apple.com/us/library", kind: .libraryPage, id: "", storefront: nil),
  ]

  @Test("All forms of a link name the same item", arguments: recognized)
  func recognizes(_ row: Row) throws {
    let expected = MusicLink(
      service: .appleMusic,
      kind: row.kind,
      id: row.id,
      storefront: row.storefront
    )
    #expect(MusicReference(row.text, recognizers: .appleMusic) == .link(expected))
    #expect(expected.isInLibrary == row.kind.rawValue.hasPrefix("library"))
  }

  @Test("The canonical address of a link is recognized as the same link", arguments: recognized)
  func canonicalIsRecognized(_ row: Row) throws {
    guard case .link(let link) = MusicReference(row.text, recognizers: .appleMusic) else {
      Issue.record("not recognized")
      return
    }
    let url = try #require(link.canonicalURL(by: .appleMusic))
    #expect(url.host() == "music.apple.com")
    #expect(url.query() == nil)
    let again = MusicLink(
      service: link.service,
      kind: link.kind,
      id: link.id,
      storefront: link.isInLibrary ? nil : link.storefront ?? "us"
    )
    #expect(MusicReference(url.absoluteString, recognizers: .appleMusic) == .link(again))
    #expect(
      MusicReference(url.absoluteString, recognizers: .appleMusic).canonicalURL(by: .appleMusic)
        == url
    )
  }

  @Test("Canonical addresses are the service's shortest")
  func canonicalForms() {
    func canonical(_ kind: MusicLink.Kind, _ id: String, _ storefront: String?) -> String? {
      MusicLink(service: .appleMusic, kind: kind, id: id, storefront: storefront)
        .canonicalURL(by: .appleMusic)?.absoluteString
    }
    #expect(canonical(.song, "123", nil) == "https://music.apple.com/us/song/123")
    #expect(canonical(.musicVideo, "1", "de") == "https://music.apple.com/de/music-video/1")
    #expect(canonical(.libraryAlbum, "l.a", nil) == "https://music.apple.com/library/album/l.a")
    #expect(
      canonical(.song, "a/../b ü", "us") == "https://music.apple.com/us/song/a%2F..%2Fb%20%C3%BC"
    )
    #expect(canonical(.song, "", "us") == nil)
    #expect(canonical(MusicLink.Kind(rawValue: "new"), "1", "us") == nil)
    let foreign = MusicLink(service: CatalogService(rawValue: "other"), kind: .song, id: "1")
    #expect(foreign.canonicalURL(by: .appleMusic) == nil)
  }

  @Test(
    "An Apple link without an item is not another item's",
    arguments: [
      ("apple:", UnrecognizedLink.Reason.malformedID),
      ("apple:abc", .malformedID),
      ("apple:12a", .malformedID),
      ("apple:-1", .malformedID),
      ("apple:١٢٣", .malformedID),
      ("apple:song:1", .malformedID),
      ("apple://1", .malformedID),
      ("https://music.apple.com", .unknownForm),
      ("https://music.apple.com/", .unknownForm),
      ("https://music.apple.com/us", .unknownForm),
      ("https://music.apple.com/us/browse", .unknownForm),
      ("https://music.apple.com/us/search?term=a", .unknownForm),
      ("https://music.apple.com/us/album", .unknownForm),
      ("https://music.apple.com/us/album/a/b/1", .unknownForm),
      ("https://music.apple.com/us/us/album/a/1", .unknownForm),
      ("https://music.apple.com/us/composer/a/1", .unknownForm),
      ("https://music.apple.com/us/album/second-example", .malformedID),
      ("https://music.apple.com/us/album/x/80000000a", .malformedID),
      ("https://music.apple.com/us/album/x/٨٠٠", .malformedID),
      ("https://music.apple.com/us/album/x/idid1", .malformedID),
      ("https://music.apple.com/us/album/x/pl.abc", .malformedID),
      ("https://music.apple.com/us/album/x/1?i=abc", .malformedID),
      ("https://music.apple.com/us/album/x/1?i=7&i=8", .malformedID),
      ("https://music.apple.com/us/playlist/x/123", .malformedID),
      ("https://music.apple.com/us/playlist/x/pl.", .malformedID),
      ("https://music.apple.com/us/playlist/x/pl.a b", .malformedID),
      ("https://music.apple.com/us/station/x/pl.abc", .malformedID),
      ("https://music.apple.com/library/playlist/pl.abc", .malformedID),
      ("https://music.apple.com/library/playlist/a/b/p.c", .unknownForm),
      ("https://music.apple.com/library/made-for-you/x", .unknownForm),
      ("https://itunes.apple.com/us/app/x/id1", .unknownForm),
      ("music://example.org/us/album/1", .unknownForm),
      ("itmss://", .unknownForm),
    ]
  )
  func refuses(text: String, reason: UnrecognizedLink.Reason) {
    let expected = UnrecognizedLink(text: text, service: .appleMusic, reason: reason)
    #expect(MusicReference(text, recognizers: .appleMusic) == .unrecognized(expected))
    #expect(MusicReference(text, recognizers: .appleMusic).canonicalURL(by: .appleMusic) == nil)
    #expect(!expected.description.contains(text))
  }
}

extension LinkRecognizers {
  static let appleMusic = LinkRecognizers([AppleMusicLinks()])
}
