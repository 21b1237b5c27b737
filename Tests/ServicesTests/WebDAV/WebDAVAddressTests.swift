import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitWebDAV

@Suite("Addresses of WebDAV servers", .tags(.pure))
struct WebDAVAddressTests {
  @Test(
    "names are encoded once, however they were written",
    arguments: [
      ("dav://Host.Example/a b/c.mp3", "dav://host.example/a%20b/c.mp3"),
      ("dav://host.example/a%20b/c.mp3", "dav://host.example/a%20b/c.mp3"),
      ("davs://h:443/%e6%9c%9d/", "davs://h/%E6%9C%9D/"),
      ("davs://h/朝/", "davs://h/%E6%9C%9D/"),
      ("webdav+https://h:8443//x//%41.mp3", "davs://h:8443/x/A.mp3"),
      ("https://h/100%25?#.mp3", "davs://h/100%25%3F%23.mp3"),
      ("webdav://h:80", "dav://h/"),
      ("davs://[::1]:443/x", "davs://[::1]/x"),
      ("dav://h/a%2520b.mp3", "dav://h/a%2520b.mp3"),
    ]
  )
  func normalizes(text: String, expected: String) throws {
    let address = try #require(WebDAVAddress(text))
    #expect(address.text == expected)
    #expect(WebDAVAddress(address.text) == address)
    #expect(address.url.scheme == (address.isSecure ? "https" : "http"))
  }

  @Test(
    "nothing else is an address",
    arguments: [
      "", "dav:", "dav://", "dav:///path", "ftp://h/x", "dav://ann:secret@h/x", "dav://ann@h/",
      "dav://h/../x", "dav://h/a/%2e%2E/x", "dav://h/./x", "dav://h/%00.mp3", "dav://h/%E9.mp3",
      "dav://h/a%2Fb.mp3", "dav://h\\x/y", "dav://h:port/x", "/path",
      "dav://h/"
        + String(repeating: "a", count: 8_000),
    ]
  )
  func refuses(text: String) { #expect(WebDAVAddress(text) == nil) }

  @Test("an address knows its name, its folder, and what is inside it")
  func parts() throws {
    let address = try #require(WebDAVAddress("dav://h/m%C3%BCsik/01%20x.mp3"))
    let folder = try #require(WebDAVAddress("dav://h/müsik"))
    #expect(address.name == "01 x.mp3" && address.lastSegment == "01%20x.mp3")
    #expect(!folder.isFolder && folder.folder.isFolder && folder.folder.file == folder)
    #expect(address.isInside(folder) && folder.isInside(folder) && !folder.isInside(address))
    for text in ["dav://h/müsik2/x", "davs://h/müsik/x", "dav://h:81/müsik/x"] {
      let other = try #require(WebDAVAddress(text))
      #expect(!other.isInside(folder), "\(text)")
    }
  }

  @Test(
    "an href leads to the folder or directly into it, and nowhere else",
    arguments: [
      ("/music/a.mp3", "/music/a.mp3"), ("/music/", "/music/"), ("/music/sub/", "/music/sub/"),
      ("https://h/music/a.mp3", "/music/a.mp3"),
      ("http://h:81/music/a%20b.mp3", "/music/a%20b.mp3"),
      ("http://other/music/a.mp3", nil), ("//other/music/a.mp3", nil), ("/a.mp3", nil),
      ("/music/../a.mp3", nil), ("/music/%2e%2e/a.mp3", nil), ("/music/sub/deep.mp3", nil),
      ("/musica/a.mp3", nil), ("a.mp3", nil), ("", nil), ("file:///music/a.mp3", nil),
      ("/music/%FF.mp3", nil), ("http://ann:secret@h/music/a.mp3", nil),
    ] as [(String, String?)]
  )
  func hrefs(href: String, path: String?) throws {
    let folder = try #require(WebDAVAddress("davs://h/music/"))
    let found = folder.address(ofHref: href)
    #expect(found?.path == path)
    #expect(found.map { $0.hasSameOrigin(as: folder) } ?? true)
  }

  @Test(
    "an item with a scheme of WebDAV is a file or a folder",
    arguments: [
      ("dav://h/a.mp3", MusicLink.Kind.song, "dav://h/a.mp3"),
      ("davs://h/Album/", .folder, "davs://h/Album/"),
      ("davs://h:8443/Album", .folder, "davs://h:8443/Album"),
      ("webdav:https://h/a b.flac", .song, "davs://h/a%20b.flac"),
      ("webdav+http://h/x.ogg/", .folder, "dav://h/x.ogg/"),
    ]
  )
  func links(item: String, kind: MusicLink.Kind, id: String) {
    let recognizers = LinkRecognizers([WebDAVLinks()])
    let expected = MusicLink(service: .webDAV, kind: kind, id: id)
    #expect(MusicReference(item, recognizers: recognizers) == .link(expected))
  }

  @Test(
    "an item with a password is refused, and not shown",
    arguments: ["dav://ann:secret@h/x", "webdav:x"]
  )
  func badLinks(item: String) {
    guard case .unrecognized(let link) = MusicReference(item, recognizers: .init([WebDAVLinks()]))
    else {
      Issue.record("\(item) was recognized")
      return
    }
    #expect(link.service == .webDAV && !"\(link)".contains("secret"))
  }
}
