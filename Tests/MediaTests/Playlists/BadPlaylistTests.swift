import Foundation
import PlayerKit
import PlayerKitPlaylists
import PlayerKitSystem
import TestSupport
import Testing

@Suite("A bad playlist", .tags(.pure), .timeLimit(.minutes(3)))
struct BadPlaylistTests {
  @Test("of a million lines from a server gives a thousand entries")
  func millionLinesGives() throws {
    let line = Array("a\n".utf8)
    let bytes = Array("#EXTM3U\n".utf8) + Array(repeatElement(line, count: 1_000_000).joined())
    let list = try read(bytes, at: "http://radio.example/x")
    #expect(list.entries.count == 1_000 && list.isTruncated)
    #expect(list.items().count == 1_000)
    let comments =
      Array("#EXTM3U\n".utf8) + Array(repeatElement(Array("#\n".utf8), count: 1_000_000).joined())
    #expect(try read(comments, at: "http://radio.example/x").entries.isEmpty)
    let few = try read(bytes, at: "/x.m3u", limits: PlaylistLimits(entries: 3, bytes: .max))
    #expect(few.entries.count == 3)
  }

  @Test("that is too large is refused")
  func largeNotRead() throws {
    let bytes = [UInt8](repeating: 0x23, count: (2 << 20) + 1)
    #expect(throws: PlaylistError.tooLarge) { try read(bytes, at: "http://a.example/x.m3u") }
  }

  @Test("has no length that exceeds all numbers, and does not trap")
  func longDuration() throws {
    for parts in [3, 12, 400] {
      let time = repeatElement("59", count: parts).joined(separator: ":")
      let text = "<asx><entry><ref href=\"a.mp3\"/><duration value=\"\(time)\"/></entry></asx>"
      let entry = try #require(try read(text, at: "/x.asx").entries.first)
      #expect((entry.metadata.duration == nil) == (parts > 3))
    }
  }

  @Test("has titles of bounded length, also broken ones")
  func titlesBoundedLength() throws {
    let title = String(repeating: "ü", count: 100_000)
    let text = Array("#EXTM3U\n#EXTINF:1,\(title)\na.mp3\n#EXTINF:1,".utf8)
    let list = try read(text + [0xFF, 0xC3, 0x28] + Array("\nb.mp3\n".utf8), at: "/x.m3u")
    #expect(list.titles == [String(title.prefix(1_000)), "\u{FF}\u{C3}("])
    let pls = "[playlist]\nFile1=a.mp3\nTitle1=\(title)\nFile2=\(title)\nFile9223372036854775808=b"
    let long = try read(pls, at: "/x.pls")
    #expect(long.titles.map { $0?.count } == [1_000])
  }

  @Test("with an entity bomb is refused")
  func bombEntitiesRefused() throws {
    var bomb = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY a \"aaaaaaaaaa\">"
    for (name, before) in zip("bcdefghi", "abcdefgh") {
      bomb += "<!ENTITY \(name) \"\(String(repeating: "&\(before);", count: 10))\">"
    }
    bomb += "]><playlist xmlns=\"http://xspf.org/ns/0/\"><title>&i;</title></playlist>"
    #expect(throws: PlaylistError.malformed) { try read(bomb, at: "/x.xspf") }
    let file = """
      <?xml version="1.0"?><!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <playlist xmlns="http://xspf.org/ns/0/"><title>&x;</title></playlist>
      """
    #expect(throws: PlaylistError.malformed) { try read(file, at: "/x.xspf") }
    #expect(throws: PlaylistError.malformed) { try read(file, at: "/x.asx") }
    // Without a definition the entity is text.
    let plain = "<playlist xmlns=\"http://xspf.org/ns/0/\"><title>&x; &amp;</title></playlist>"
    #expect(try read(plain, at: "/x.xspf").title == "&x; &")
  }

  @Test("with endless nesting is read up to a limit")
  func nestedWithoutEnd() {
    for (open, name) in [("<playlist xmlns='xspf'>", "xspf"), ("<asx><entry>", "asx")] {
      let text = String(repeating: open, count: 60_000)
      let list = try? read(text, at: "/x." + name)
      #expect(list?.entries.isEmpty ?? true)
    }
  }

  @Test("of any bytes gives an error or a list")
  func anyBytesEnds() {
    var generator = SystemRandomNumberGenerator()
    let heads = ["#EXTM3U\n", "[playlist]\n", "<playlist xspf", "<asx>", "FILE \"a\" WAVE\n", ""]
    for round in 0..<300 {
      let noise = (0..<500).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let bytes = Array(heads[round % heads.count].utf8) + noise
      for name in ["m3u", "pls", "xspf", "asx", "cue"] {
        guard let list = try? read(bytes, at: "http://a.example/x." + name) else { continue }
        #expect(list.items().count <= bytes.count)
        for item in list.items() {
          let source = try? (item.track as? URLTrack)?.mediaSource()
          #expect(source?.reach == .publicAlone || source == nil)
        }
      }
    }
  }

  @Test("with impossible times has no clips")
  func timesMakeNo() throws {
    let text = """
      FILE "a.wav" WAVE
      TRACK 01 AUDIO
      INDEX 01 99999999999:00:00
      TRACK 02 AUDIO
      INDEX 01 05:00:00
      TRACK 03 AUDIO
      INDEX 01 01:00:00
      TRACK 04 AUDIO
      INDEX 01 01:75:99
      """
    let list = try read(text, at: "/x.cue")
    #expect(list.entries.map(\.clip?.start) == [.seconds(300), .seconds(60)])
    #expect(list.entries.map(\.clip?.end) == [nil, nil])
  }
}
