import Foundation
import PlayerKitServices
import TestSupport
import Testing

@Suite(.tags(.pure)) struct KnownRecordingTests {
  @Test("its items name songs at services, each once and without a country")
  func itemsNameSongs() {
    var known = KnownRecording(title: "T", artists: ["A"])
    known.items = [
      "s:gb:1", "s:us:1", "album", "https://other.example/1", "/etc/passwd", "", "s:us:2",
    ]
    let service = CatalogService(rawValue: "s")
    #expect(
      known.links(by: LinkRecognizers([Links()]))
        == ["1", "2"].map { MusicLink(service: service, kind: .song, id: $0) }
    )
    #expect(known.links(by: LinkRecognizers([])).isEmpty)
  }

  private struct Links: LinkRecognizer {
    var service: CatalogService { CatalogService(rawValue: "s") }

    func recognize(_ parts: LinkParts) -> LinkRecognition {
      if parts.text == "album" {
        return .link(MusicLink(service: service, kind: .album, id: "3"))
      }
      let words = parts.text.split(separator: ":").map(String.init)
      guard words.count == 3, words[0] == "s" else { return .notMine }
      return .link(MusicLink(service: service, kind: .song, id: words[2], storefront: words[1]))
    }

    func canonicalURL(of link: MusicLink) -> URL? { nil }
  }
}
