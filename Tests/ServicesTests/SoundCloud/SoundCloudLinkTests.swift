import PlayerKitServices
import PlayerKitSoundCloud
import TestSupport
import Testing

@Suite("Links of SoundCloud", .tags(.pure))
struct SoundCloudLinkTests {
  private func recognized(_ text: String) -> LinkRecognition {
    SoundCloudLinks().recognize(LinkParts(text))
  }

  @Test(
    "Pages are recognized by their form, and have one canonical address",
    arguments: [
      ("https://soundcloud.com/band/song?in=x&utm_source=y", MusicLink.Kind.song, "band/song"),
      ("m.soundcloud.com/band/song#t=1:02", .song, "band/song"),
      ("https://www.soundcloud.com/band/", .artist, "band"),
      ("https://soundcloud.com/band/tracks", .artist, "band"),
      ("https://soundcloud.com/band/likes", .playlist, "band/likes"),
      ("https://soundcloud.com/band/sets/album", .playlist, "band/sets/album"),
      ("https://soundcloud.com/band/song/s-Ab1", .song, "band/song/s-Ab1"),
      ("https://soundcloud.com/band/song?secret_token=s-Ab1", .song, "band/song/s-Ab1"),
      ("https://soundcloud.com/band/sets/a/s-Ab1", .playlist, "band/sets/a/s-Ab1"),
      (
        "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fband%2Fsong&a=b",
        .song, "band/song"
      ),
    ]
  )
  func pages(text: String, kind: MusicLink.Kind, path: String) {
    let link = MusicLink(service: .soundCloud, kind: kind, id: "https://soundcloud.com/" + path)
    #expect(recognized(text) == .link(link))
    #expect(recognized(link.id) == .link(link))
    #expect(SoundCloudLinks().canonicalURL(of: link)?.absoluteString == link.id)
  }

  @Test(
    "Ids of the API state their kind",
    arguments: [
      ("soundcloud:123", MusicLink.Kind.song, "soundcloud:tracks:123"),
      ("soundcloud:tracks:123", .song, "soundcloud:tracks:123"),
      ("soundcloud:playlists:1", .playlist, "soundcloud:playlists:1"),
      ("soundcloud:users:1", .artist, "soundcloud:users:1"),
      ("https://api.soundcloud.com/tracks/123", .song, "soundcloud:tracks:123"),
      ("https://api.soundcloud.com/tracks/soundcloud:tracks:12", .song, "soundcloud:tracks:12"),
      (
        "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/playlists/7",
        .playlist, "soundcloud:playlists:7"
      ),
    ]
  )
  func names(text: String, kind: MusicLink.Kind, id: String) {
    #expect(recognized(text) == .link(MusicLink(service: .soundCloud, kind: kind, id: id)))
  }

  @Test("A short link is a kind of its own")
  func short() {
    let link = MusicLink(
      service: .soundCloud,
      kind: .shortLink,
      id: "https://on.soundcloud.com/aB1"
    )
    #expect(recognized("on.soundcloud.com/aB1") == .link(link))
  }

  @Test(
    "A link without an item is not recognized, and neither is another site's",
    arguments: [
      "https://soundcloud.com", "https://soundcloud.com/discover",
      "https://soundcloud.com/you/likes",
      "https://soundcloud.com/band/followers", "https://soundcloud.com/a/b/c/d/e",
      "https://soundcloud.com/band/s%2Fong", "https://soundcloud.com/band/so%22ng",
      "https://soundcloud.com/band/so%0Ang", "https://evil.com/soundcloud.com/a",
      "https://soundcloud.com.evil.com/a/b", "https://user@soundcloud.com/a/b",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fw.soundcloud.com%2Fplayer%2F%3Furl%3Dx",
      "https://on.soundcloud.com/", "https://soundcloud.com:8080/band/song",
    ]
  )
  func others(text: String) { #expect(recognized(text) == .notMine) }

  @Test(
    "Names with slashes, quotes and control characters are malformed",
    arguments: [
      "soundcloud:tracks:a/b", "soundcloud:tracks:\"1", "soundcloud:tracks:1\u{7}",
      "soundcloud:tracks:", "soundcloud:", "soundcloud:..", "soundcloud:tracks:%2e%2e",
      "https://api.soundcloud.com/tracks/soundcloud:users:1",
      "soundcloud:tracks:" + String(repeating: "1", count: 65),
    ]
  )
  func malformed(text: String) { #expect(recognized(text) == .malformed(.malformedID)) }
}
