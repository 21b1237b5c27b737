import Foundation
import MusicCatalog
import Testing

@Suite("Recognisers of links")
struct LinkRecogniserTests {
  struct Invented: LinkRecogniser {
    let service = CatalogService(rawValue: "invented")

    func recognise(_ parts: LinkParts) -> LinkRecognition {
      guard parts.host == "tunes.example" else { return .notMine }
      guard let id = parts.path.last else { return .malformed(.unknownForm) }
      return .link(MusicLink(service: service, kind: .song, id: id))
    }

    func canonicalURL(of link: MusicLink) -> URL? {
      URL(string: "https://tunes.example/\(link.id)")
    }
  }

  @Test("A service is added by its recogniser alone")
  func added() {
    let recognisers = LinkRecognisers(LinkRecognisers.standard.all + [Invented()])
    let link = MusicLink(service: CatalogService(rawValue: "invented"), kind: .song, id: "9")
    #expect(MusicReference("http://tunes.example/a/9", recognisers: recognisers) == .link(link))
    #expect(link.canonicalURL(by: recognisers)?.absoluteString == "https://tunes.example/9")
    #expect(link.canonicalURL == nil)
    let refused = MusicReference("http://tunes.example", recognisers: recognisers)
    #expect(
      refused
        == .unrecognised(
          .init(text: "http://tunes.example", service: link.service, reason: .unknownForm)
        )
    )
  }

  @Test("A text is cut into decoded parts")
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
