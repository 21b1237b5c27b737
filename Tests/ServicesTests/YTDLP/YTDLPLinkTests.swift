import Foundation
import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitYTDLP

@Suite("Links that yt-dlp plays", .tags(.pure))
struct YTDLPLinkTests {
  private let recognizers = LinkRecognizers([YTDLPLinks()])

  private static let known: [(text: String, kind: MusicLink.Kind, page: String)] = [
    ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", .song, "youtu.be/dQw4w9WgXcQ"),
    (
      "https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=PLx&si=t", .song,
      "youtu.be/dQw4w9WgXcQ"
    ),
    ("youtu.be/dQw4w9WgXcQ?t=42", .song, "youtu.be/dQw4w9WgXcQ"),
    ("https://m.youtube.com/shorts/dQw4w9WgXcQ", .song, "youtu.be/dQw4w9WgXcQ"),
    (
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", .song,
      "youtu.be/dQw4w9WgXcQ"
    ),
    (
      "https://www.youtube.com/playlist?list=PLAbc_-1", .playlist,
      "www.youtube.com/playlist?list=PLAbc_-1"
    ),
    ("https://www.youtube.com/@Some.Band", .artist, "www.youtube.com/@Some.Band/videos"),
    ("https://www.youtube.com/channel/UCx/about", .artist, "www.youtube.com/channel/UCx/videos"),
    ("https://soundcloud.com/band/song?in=x", .song, "soundcloud.com/band/song"),
    ("https://m.soundcloud.com/band", .artist, "soundcloud.com/band"),
    ("soundcloud.com/band/sets/album", .playlist, "soundcloud.com/band/sets/album"),
    ("https://soundcloud.com/band/song/s-Ab1", .song, "soundcloud.com/band/song/s-Ab1"),
    ("https://band.bandcamp.com/track/song", .song, "band.bandcamp.com/track/song"),
    ("https://band.bandcamp.com/album/first", .album, "band.bandcamp.com/album/first"),
    ("https://band.bandcamp.com", .artist, "band.bandcamp.com/music"),
    ("https://www.mixcloud.com/dj/a-mix/", .song, "www.mixcloud.com/dj/a-mix/"),
    ("https://www.mixcloud.com/dj/", .artist, "www.mixcloud.com/dj/"),
    ("https://vimeo.com/76979871", .song, "vimeo.com/76979871"),
    ("https://player.vimeo.com/video/76979871?h=a1", .song, "vimeo.com/76979871/a1"),
    (
      "https://soundcloud.com/band/song?secret_token=s-Ab1", .song,
      "soundcloud.com/band/song/s-Ab1"
    ),
    ("https://archive.org/details/gd77-05-08", .album, "archive.org/details/gd77-05-08"),
  ]

  @Test("to known sites are recognized by their form")
  func known() {
    for (text, kind, page) in Self.known {
      guard case .link(let link) = MusicReference(text, recognizers: recognizers) else {
        Issue.record("\(text)")
        continue
      }
      #expect(link.kind == kind, "\(text)")
      #expect(link.id == "https://" + page, "\(text)")
      #expect(KnownSite(URL(string: link.id) ?? URL(filePath: "/")) != nil)
      // The one form is recognized again.
      let again = MusicReference(link.id, recognizers: recognizers)
      #expect(again == .link(link), "\(text)")
    }
  }

  @Test("without an item belong to no other service, and other pages are not recognized")
  func others() {
    for text in [
      "https://www.youtube.com/watch?v=short", "youtu.be/",
      "https://www.youtube.com/watch?v=--exec&list=x&a", "ytdlp:file:///etc/passwd", "ytdlp:--exec",
      "ytdlp:ytsearch:a", "ytdlp:",
    ] {
      guard case .unrecognized(let link) = MusicReference(text, recognizers: recognizers) else {
        Issue.record("\(text)")
        continue
      }
      #expect(link.service == .ytdlp, "\(text)")
    }
    for text in [
      "https://a.example/watch?v=dQw4w9WgXcQ", "https://notyoutube.com/watch?v=dQw4w9WgXcQ",
      "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", "/home/a/song.mp3",
      // Pages of known sites that are no links may be media.
      "https://archive.org/download/gd77-05-08/one.mp3", "https://www.youtube.com/",
      "https://ia800.us.archive.org/1/items/a/details/b.mp3", "https://soundcloud.com/discover",
      "https://bandcamp.com/discover", "https://vimeo.com/about",
      "https://archive.org/search?query=a", "https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ",
      "spotify:track:1",
    ] {
      if case .link = MusicReference(text, recognizers: recognizers) { Issue.record("\(text)") }
    }
  }

  @Test("to any page are made with the prefix ytdlp:")
  func anyPage() {
    let page = "http://127.0.0.1:8000/page.html?a=b"
    guard case .link(let link) = MusicReference("ytdlp:" + page, recognizers: recognizers) else {
      Issue.record()
      return
    }
    #expect(link.kind == .song)
    #expect(link.canonicalURL(by: recognizers)?.absoluteString == page)
    let known = MusicReference("ytdlp:https://youtu.be/dQw4w9WgXcQ", recognizers: recognizers)
    #expect(known == MusicReference("https://youtu.be/dQw4w9WgXcQ", recognizers: recognizers))
  }
}
