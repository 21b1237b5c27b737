import Foundation
import PlayerKit
import PlayerKitPlaylists
import TestSupport
import Testing

@Suite("A written playlist", .tags(.pure))
struct PlaylistWriterTests {
  @Test("is read back unchanged", arguments: [PlaylistFormat.m3u, .pls, .xspf])
  func isReadAsWritten(format: PlaylistFormat) throws {
    let url = try #require(URL(string: "https://a.example/x?a=1&b=<2>#t"))
    let list = Playlist(
      entries: [
        .init(
          .path("/music/#1 ü & <b>.mp3"),
          metadata: TrackMetadata(title: "A & <b>\n\"c\"", artist: "Band", duration: .seconds(61))
        ),
        .init(.url(url), metadata: TrackMetadata(title: "Station\u{1}")),
        .init(.path("http:/odd.mp3")), .init(.path("/#odd\nname.mp3")), .init(.path("#odd.mp3")),
      ]
    )
    let text = try PlaylistWriter(format).text(of: list)
    let back = try read(text, at: "/music/lists/x." + format.rawValue)
    #expect(
      back.places == [
        "/music/#1 ü & <b>.mp3", url.absoluteString, "/music/lists/http:/odd.mp3",
        "/#odd\nname.mp3", "/music/lists/#odd.mp3",
      ]
    )
    #expect(back.entries.map(\.metadata.duration) == [.seconds(61), nil, nil, nil, nil])
    #expect(back.titles[0]?.contains("A & <b>") == true)
  }

  @Test(
    "keeps white space at the ends of an absolute path",
    arguments: [PlaylistFormat.m3u, .pls, .xspf]
  )
  func keepsWhiteSpace(format: PlaylistFormat) throws {
    let paths = ["/music/a.mp3 ", "/music/a.mp3\t", "/music/a\u{1A}", "/ a/b.mp3"]
    let list = Playlist(entries: paths.map { .init(.path($0)) })
    let text = try PlaylistWriter(format).text(of: list)
    #expect(try read(text, at: "/x." + format.rawValue).places == paths)
  }

  @Test("keeps clips in M3U, and alternatives in XSPF")
  func keepsClipsM3u() throws {
    let (a, b) = (PlaylistLocation.path("/a.wav"), PlaylistLocation.path("/b.wav"))
    let clip = try Clip(from: .milliseconds(1_500), to: .seconds(3))
    let list = Playlist(entries: [.init(a, alternatives: [b], clip: clip)])
    let m3u = try read(try PlaylistWriter(.m3u).text(of: list), at: "/x.m3u")
    #expect(m3u.entries.first?.clip == clip)
    let xspf = try read(try PlaylistWriter(.xspf).text(of: list), at: "/x.xspf")
    #expect(xspf.entries.first?.alternatives == [b])
    #expect(throws: PlaylistError.unknownFormat) { try PlaylistWriter(.cue) }
  }

  @Test("reports the fields that its format can't hold")
  func saysNoPlace() throws {
    let (a, b) = (PlaylistLocation.path("/a.wav"), PlaylistLocation.path("/b.wav"))
    let clip = try Clip(to: .seconds(3))
    let entry = Playlist.Entry(a, alternatives: [b], headers: ["User-Agent": "x"], clip: clip)
    #expect(try PlaylistWriter(.m3u).omissions(of: entry) == [.alternatives])
    #expect(try PlaylistWriter(.pls).omissions(of: entry) == [.clip, .alternatives, .headers])
    #expect(try PlaylistWriter(.xspf).omissions(of: entry) == [.clip, .headers])
    #expect(try PlaylistWriter(.pls).omissions(of: .init(a)).isEmpty)
    let secret = Playlist.Entry(a, headers: ["Authorization": "x"])
    #expect(try PlaylistWriter(.m3u).omissions(of: secret) == [.headers])
  }

  @Test(
    "keeps artist, title, picture, and header fields apart in M3U",
    arguments: [nil, .seconds(9)] as [Duration?]
  )
  func keepsArtistTitle(duration: Duration?) throws {
    let picture = PlaylistLocation.url(try #require(URL(string: "https://a.example/c.png")))
    let list = Playlist(entries: [
      .init(
        .path("/a.wav"),
        metadata: TrackMetadata(title: "A - B", artist: "Band", duration: duration),
        artwork: picture,
        headers: ["User-Agent": "x/1", "Referer": "https://a.example/"]
      )
    ])
    let back = try read(try PlaylistWriter(.m3u).text(of: list), at: "/x.m3u")
    #expect(back.entries == list.entries)
  }
}
