import PlayerKit
import TestSupport
import Testing

@Suite("Lyrics as LRC", .tags(.pure))
struct LRCTests {
  @Test("have times of every form, also several for one line, and are sorted by time")
  func times() {
    let lyrics = Lyrics(
      lrc: "[ar:Somebody]\n[00:10.5]Ten\n[00:01][01:02.345]One\r\n[00:05:25]Five\r[100:00.00]Far"
    )
    #expect(
      lyrics?.lines.map(\.start)
        == [1_000, 5_250, 10_500, 62_345, 6_000_000].map { .milliseconds($0) }
    )
    #expect(lyrics?.lines.map(\.text) == ["One", "Five", "Ten", "One", "Far"])
  }

  @Test("begin earlier by their offset, and have a language")
  func tags() {
    let lyrics = Lyrics(lrc: "\u{FEFF}[offset:+500]\n[la:en]\n[00:00.20]A\n[00:02.00]B")
    #expect(lyrics?.lines.map(\.start) == [.zero, .milliseconds(1_500)])
    #expect(lyrics?.language == "en")
    #expect(Lyrics(lrc: "[offset:-500]\n[00:01.00]A")?.lines.first?.start == .milliseconds(1_500))
  }

  @Test("ignore an offset that no number can hold, and a line of brackets")
  func offsetNoNumber() {
    for offset in [Int.min, Int.max, -3_600_001] {
      let lyrics = Lyrics(lrc: "[offset:\(offset)]\n[00:01.00]A")
      #expect(lyrics?.lines.first?.start == .seconds(1))
    }
    let line = String(repeating: "<", count: 4_000)
    let many = Array(repeating: "[00:01.00]\(line)", count: 250).joined(separator: "\n")
    #expect(Lyrics(lrc: many)?.lines.count == 250)
  }

  @Test("have no word times, and contain instrumental lines")
  func words() {
    let lyrics = Lyrics(lrc: "[00:01.00]<00:01.00> Come <00:01.50> on <3\n[00:03.00]\n[00:04]end")
    #expect(lyrics?.lines.map(\.text) == ["Come on <3", "", "end"])
  }

  @Test("have times if most lines have one, and otherwise keep their order")
  func untimed() {
    #expect(Lyrics(lrc: "One\n\n[Chorus]\nTwo")?.lines.map(\.text) == ["One", "[Chorus]", "Two"])
    let most = Lyrics(lrc: "Words by B\n[00:01]One\n[00:02]Two\n")
    #expect(most?.lines.map(\.text) == ["One", "Two"])
    #expect(most?.isTimed == true)
    for text in ["One\n[00:01]Two", "One\nTwo\n[01:30] (solo)\nThree"] {
      let lyrics = Lyrics(lrc: text)
      #expect(lyrics?.isTimed == false)
      #expect(lyrics?.text == text)
    }
    #expect(Lyrics(lrc: "[ti:Nothing]\n\n") == nil)
    #expect(Lyrics(lrc: "") == nil)
  }

  @Test("of any size are bounded and do not trap")
  func bounds() {
    #expect(Lyrics(lrc: String(repeating: "[00:01]a\n", count: 200_000))?.lines.count == 10_000)
    #expect(Lyrics(lrc: "[00:01]" + String(repeating: "b", count: 9_999))?.text.count == 1_000)
    for text in [
      "[", "[]", "[:]", "[00:99]x", "[99999:00]x", "[offset:99999999999999999999]\n[00:01]a",
    ] {
      _ = Lyrics(lrc: text)
    }
  }
}
