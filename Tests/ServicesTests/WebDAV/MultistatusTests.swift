import Foundation
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitWebDAV

@Suite("Answers of WebDAV servers", .tags(.pure))
struct MultistatusTests {
  private typealias Fixture = WebDAVFixture

  private func listing(_ document: String, maximum: Int = 1_000) throws -> WebDAVListing {
    let folder = try #require(WebDAVAddress("dav://127.0.0.1:8080/music/"))
    return try WebDAVListing(Data(document.utf8), of: folder, maximum: maximum)
  }

  @Test(
    "the forms of Apache, lighttpd, nginx and others mean the same",
    arguments: ["apache", "lighttpd", "nginx", "absolute"]
  )
  func servers(name: String) throws {
    let makers = [
      "apache": Fixture.apache, "lighttpd": Fixture.lighttpd, "nginx": Fixture.nginx,
      "absolute": Fixture.absolute,
    ]
    let make = try #require(makers[name])
    let found = try listing(
      Fixture.document([
        make("/music/", true, 0), make("/music/Fr%c3%bch%20&amp;%20[sp%C3%A4t].mp3", false, 42),
        make("/music/Sub/", true, 0),
      ])
    )
    let path = "/music/Fr%C3%BCh%20%26%20%5Bsp%C3%A4t%5D.mp3"
    #expect(found.entries.map(\.name) == ["Früh & [spät].mp3", "Sub"])
    #expect(found.entries.map(\.isFolder) == [false, true])
    #expect(found.entries.map(\.address.path) == [path, "/music/Sub/"])
    #expect(found.isComplete && found.unreadableNames == 0)
    let file = try #require(found.entries.first)
    #expect(file.size == 42)
    #expect(file.etag == (["apache", "lighttpd"].contains(name) ? "\"3e8-42\"" : nil))
    #expect(file.lastModified == (name == "absolute" ? nil : "Sun, 01 Mar 2026 10:00:00 GMT"))
  }

  @Test("members that lead elsewhere, have no usable name or no success are left out")
  func strange() throws {
    let gone = """
      <D:response><D:href>/music/gone.mp3</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>
      """
    let found = try listing(
      Fixture.document([
        Fixture.apache("/music/good.mp3"), Fixture.apache("http://evil.example/music/a.mp3"),
        Fixture.apache("/other/b.mp3"), Fixture.apache("/music/../../etc/c.mp3"),
        Fixture.apache("/music/%FF.mp3"),
        Fixture.apache("/music/" + String(repeating: "x", count: 20_000)),
        Fixture.apache("/music/good.mp3"), gone, "<D:response/>", "<other/>",
      ])
    )
    #expect(found.entries.map(\.name) == ["good.mp3"])
    #expect(found.unreadableNames == 6)
  }

  @Test("sizes that are no sizes are unknown", arguments: ["-1", "99999999999999999999", "x", ""])
  func sizes(text: String) throws {
    let member = Fixture.apache("/music/a.mp3", size: 7).replacing(">7<", with: ">\(text)<")
    #expect(try listing(Fixture.document([member])).entries.map(\.size) == [nil])
  }

  @Test("an answer with entities is refused, whatever they expand to")
  func entities() {
    let bomb = (1...20).reduce("<!DOCTYPE x [<!ENTITY e0 \"a\">") { text, number in
      text + "<!ENTITY e\(number) \"&e\(number - 1);&e\(number - 1);&e\(number - 1);\">"
    }
    let file = "<!DOCTYPE x [<!ENTITY e20 SYSTEM \"file:///etc/hostname\">"
    for start in [bomb, file] {
      let document = Fixture.document([Fixture.apache("/music/&e20;.mp3")], before: start + "]>\n")
      #expect(throws: CatalogError.self) { try listing(document) }
    }
  }

  @Test("an answer that is cut, nested endlessly or something else is refused, at each place")
  func broken() throws {
    let whole = Fixture.document([Fixture.apache("/music/a.mp3"), Fixture.nginx("/music/b.mp3")])
    for length in stride(from: 0, to: whole.utf8.count - 14, by: 7) {
      let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
      #expect(throws: CatalogError.self, "cut after \(length)") { try listing(cut) }
    }
    let deep = String(repeating: "<D:response>", count: 100_000)
    for text in ["", "<html><body/></html>", "{}", "\u{0}", Fixture.document([deep])] {
      #expect(throws: CatalogError.self) { try listing(text) }
    }
    #expect(try listing(whole).entries.count == 2)
  }

  @Test("an answer with too many members is read up to the limit, and says so")
  func endless() throws {
    let members = (0..<20).map { Fixture.apache("/music/\($0).mp3") }
    let found = try listing(Fixture.document(members), maximum: 10)
    #expect(found.entries.count == 10 && !found.isComplete)
    #expect(try listing(Fixture.document(members), maximum: 20).isComplete)
  }
}
