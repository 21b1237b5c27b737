import Foundation
import PlayerKitServices
import TestSupport
import Testing

@Suite("Recognizers of links", .tags(.pure))
struct LinkRecognizerTests {
  struct Invented: LinkRecognizer {
    let service = CatalogService(rawValue: "invented")

    func recognize(_ parts: LinkParts) -> LinkRecognition {
      guard parts.host == "tunes.example" else { return .notMine }
      guard let id = parts.path.last else { return .malformed(.unknownForm) }
      return .link(MusicLink(service: service, kind: .song, id: id))
    }

    func canonicalURL(of link: MusicLink) -> URL? {
      URL(string: "https://tunes.example/\(link.id)")
    }
  }

  @Test("A service is added by its recognizer alone")
  func added() {
    let recognizers = LinkRecognizers([Invented()])
    let link = MusicLink(service: CatalogService(rawValue: "invented"), kind: .song, id: "9")
    let reference = MusicReference("http://tunes.example/a/9", recognizers: recognizers)
    #expect(reference == .link(link))
    #expect(reference.canonicalURL(by: recognizers)?.absoluteString == "https://tunes.example/9")
    #expect(reference.canonicalURL(by: LinkRecognizers([])) == nil)
    let refused = MusicReference("http://tunes.example", recognizers: recognizers)
    #expect(
      refused
        == .unrecognized(
          .init(text: "http://tunes.example", service: link.service, reason: .unknownForm)
        )
    )
  }

  @Test("A text is split into decoded parts")
  func parts() {
    let parts = LinkParts("HTTPS://Example.ORG.:443//a%20b/c//?x=1&y&x=%26&z=#f?g")
    #expect(parts.scheme == "https")
    #expect(parts.host == "example.org")
    #expect(parts.path == ["a b", "c"])
    #expect(parts.query.map(\.name) == ["x", "y", "x", "z"])
    #expect(parts.values(of: "x") == ["1", "&"])
    #expect(parts.values(of: "z").isEmpty)
  }
}
