import PlayerKitServices
import PlayerKitSubsonic
import TestSupport
import Testing

@Suite("Items of a Subsonic server", .tags(.pure))
struct SubsonicLinkTests {
  private func read(_ text: String) -> MusicReference {
    MusicReference(text, recognizers: LinkRecognizers([SubsonicLinks()]))
  }

  private func link(_ kind: MusicLink.Kind, _ id: String) -> MusicReference {
    .link(MusicLink(service: .subsonic, kind: kind, id: id))
  }

  @Test("name a song by default, or another kind by its prefix")
  func forms() {
    #expect(read("subsonic:082f435a") == link(.song, "082f435a"))
    #expect(read("subsonic:album:al-1") == link(.album, "al-1"))
    #expect(read("subsonic:artist:7") == link(.artist, "7"))
    #expect(read("subsonic:playlist:7") == link(.playlist, "7"))
    #expect(read("subsonic:station:ir-1") == link(.station, "ir-1"))
    #expect(read("subsonic:show:pd-1") == link(.show, "pd-1"))
    #expect(read("subsonic:tr:7") == link(.song, "tr:7"))
  }

  @Test(
    "survive a round trip, whatever the id",
    arguments: [
      "7", "a/b", "a b", "a?b#c", "100%", "%41", "album:7", "\"quoted\"", "é漢🎵", "a&b=c", "../x",
    ]
  )
  func roundTrips(_ id: String) {
    for kind in [MusicLink.Kind.song, .album, .playlist] {
      let named = MusicLink(service: .subsonic, kind: kind, id: id)
      #expect(read(SubsonicLinks.item(named)) == .link(named))
    }
  }

  @Test("without an item are refused")
  func refused() {
    let texts = [
      "subsonic:", "subsonic:album:", "subsonic://host/1", "subsonic:a%00b", "subsonic:a%0Ab",
      "subsonic:" + String(repeating: "x", count: 300),
    ]
    for text in texts {
      guard case .unrecognized(let link) = read(text) else {
        Issue.record("\(text) was accepted")
        continue
      }
      #expect(link.service == .subsonic)
    }
    #expect(read("https://music.example/app/#/album/7") != link(.song, "7"))
  }
}
