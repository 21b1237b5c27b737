import Foundation
import PlayerKit
import PlayerKitPlaylists
import TestSupport
import Testing

@Suite("A station's mirrors", .tags(.pure))
struct MirrorTests {
  private func count(_ lines: [(String, String, Int)]) throws -> Int {
    let text = lines.map { "#EXTINF:\($0.2),\($0.0)\n\($0.1)\n" }.joined()
    return try read("#EXTM3U\n" + text).mergingMirrors().entries.count
  }

  @Test("are one track with alternatives")
  func oneTrackAlternatives() throws {
    let list = try read(
      """
      [playlist]
      File1=http://a.example:8000/live
      Title1=(#1 - 12/500) Station One
      File2=http://b.example:8000/live
      Title2=(#2 - 7/500) Station One
      """
    )
    let items = list.items()
    let track = try #require(items.first?.track as? URLTrack)
    #expect(items.count == 1)
    #expect(track.id == "http://a.example:8000/live")
    #expect(track.alternatives.map(\.id) == ["http://b.example:8000/live"])
    let source = try track.mediaSource()
    #expect(source.alternatives.count == 1)
    let stored = try JSONDecoder().decode(URLTrack.self, from: try JSONEncoder().encode(track))
    #expect(stored == track)
  }

  @Test("are recognized by title, length, and server")
  func toldTitleLength() throws {
    let (a, b) = ("http://a.example/x", "http://b.example/x")
    #expect(try count([("One", a, -1), ("One", b, 0)]) == 1)
    #expect(try count([("One", a, -1), ("Two", b, -1)]) == 2)
    #expect(try count([("One", a, 30), ("One", b, -1)]) == 2)
    #expect(try count([("One (#1)", a, -1), ("One (#2)", b, -1)]) == 1)
    // Songs on one server.
    #expect(try count([("Track 1", a + "1.mp3", -1), ("Track 2", a + "2.mp3", -1)]) == 2)
    // One server that lists a station twice.
    #expect(try count([("One", a + "128", -1), ("One", a + "64", -1)]) == 1)
    #expect(try count([("", a, -1), ("", b, -1)]) == 1)
    #expect(try count([("", a, -1), ("", b + "y", -1)]) == 2)
    // Two stations. Only their servers have names.
    for path in ["", "/", "/;", "/stream", "/live.mp3", "/radio/8000/stream/1/"] {
      #expect(
        try count([("", "http://a.example" + path, -1), ("", "http://b.example" + path, -1)]) == 2
      )
    }
    #expect(try count([("Radio 1", a, -1), ("Radio 2", b, -1)]) == 2)
    #expect(try count([("One", a, -1), ("One", "ftp://b.example/", -1)]) == 2)
  }

  @Test("are no chapters of a book")
  func noChaptersBook() throws {
    let chapters = (1...60).map { ("War and Peace", "http://a.example/book/\($0).mp3", -1) }
    #expect(try count(chapters) == 60)
    let named = ["first", "second"].map { ("War and Peace", "http://a.example/" + $0, 0) }
    #expect(try count(named) == 2)
    let others = ["a.example/x.mp3", "b.example/y.mp3"].map { ("Unknown", "http://" + $0, -1) }
    #expect(try count(others) == 2)
  }

  @Test("are limited to ten")
  func tenMost() throws {
    let lines = (0..<1_000).map { ("One", "http://m\($0).example/x", -1) }
    let text = lines.map { "#EXTINF:\($0.2),\($0.0)\n\($0.1)\n" }.joined()
    let items = try read("#EXTM3U\n" + text).items()
    #expect((items.first?.track as? URLTrack)?.alternatives.count == 9 && items.count == 1)
    let locations = (0..<50).map { "<location>http://m\($0).example/</location>" }.joined()
    let xspf = "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track>\(locations)</track>"
    #expect(try read(xspf).entries.first?.alternatives.count == 9)
    let references = (0..<50).map { "<ref href='http://m\($0).example/'>" }.joined()
    #expect(try read("<asx><entry>" + references).entries.first?.alternatives.count == 9)
  }

  @Test("lose the number in their title")
  func loseNumberTheir() throws {
    let text =
      "#EXTM3U\n#EXTINF:-1,(#1) One\nhttp://a.example/\n#EXTINF:-1,(#2) One\nhttp://b.example/"
    #expect(try read(text).mergingMirrors().titles == ["One"])
  }
}
