import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("Transcripts", .tags(.local))
struct TranscriptTests {
  @Test("in WebVTT are read, with the speakers")
  func webVTT() {
    let lyrics = TranscriptReader.lyrics(
      Data(
        """
        \u{FEFF}WEBVTT - a title

        NOTE nothing --> here

        1
        00:01.500 --> 00:03.000 align:start
        <v Ann Lee>Hello <b>you</b> &amp; me

        01:00:04,250 --> 01:00:05,000
        second
        line
        """.utf8
      ),
      type: "text/plain",
      language: "en"
    )
    #expect(lyrics?.lines.map(\.text) == ["Ann Lee: Hello you & me", "second line"])
    #expect(lyrics?.lines.map(\.start) == [.milliseconds(1_500), .milliseconds(3_604_250)])
    #expect(lyrics?.language == "en")
  }

  @Test("in HTML and plain text have no times")
  func untimed() {
    let html = TranscriptReader.lyrics(
      Data("<p>One <i>two</i></p><p>three</p><script".utf8),
      type: "text/html"
    )
    #expect(html?.lines.map(\.text) == ["One two", "three"])
    #expect(html?.isTimed == false)
    let plain = TranscriptReader.lyrics(Data("a\r\n\r\nb\u{0}c".utf8), type: nil)
    #expect(plain?.lines.map(\.text) == ["a", "b c"])
    for empty in ["", " \n", "WEBVTT\n", "{}", "{\"segments\":[{}]}", "[1,"] {
      #expect(
        TranscriptReader.lyrics(Data(empty.utf8), type: "application/json") == nil,
        "\(empty)"
      )
    }
  }

  @Test("have a bounded number of lines")
  func bounded() {
    let cues = (0..<110_000).map { "\($0 / 60):\($0 % 60) --> 0\nx\n\n" }.joined()
    let lyrics = TranscriptReader.lyrics(Data(cues.utf8), type: "application/srt")
    #expect(lyrics?.lines.count == TranscriptReader.maximumLines)
  }

  @Test("come from the episode's server, in the requested language, those with times first")
  func source() async throws {
    let server = try LoopbackServer { request in
      switch request.target {
      case "/feed":
        LoopbackServer.Reply(
          body: Data(
            FeedFixture.rss(
              FeedFixture.item(
                1,
                """
                <podcast:transcript url="/en.txt" type="text/plain" language="en"/>
                <podcast:transcript url="/gone.vtt" type="text/vtt" language="de"/>
                <podcast:transcript url="/de.srt" type="application/srt" language="de-AT"/>
                """
              )
            ).utf8
          )
        )
      case "/de.srt": LoopbackServer.Reply(body: Data("1\n00:00:01,000 --> 2\nServus\n".utf8))
      case "/en.txt": LoopbackServer.Reply(body: Data("Hello".utf8))
      default: LoopbackServer.Reply(status: 404)
      }
    }
    let client = PodcastClient()
    let address = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed"))
    let track = try #require(try await client.feed(at: address).tracks.first)
    let german = PodcastTranscripts(client: client, languages: ["de"])
    let words = try await german.lyrics(of: track, metadata: track.metadata)
    #expect(words?.text == "Servus")
    let none = try await german.lyrics(of: URLTrack(path: "a"), metadata: TrackMetadata())
    #expect(none == nil)
  }

  /// The words of a text, and how often each occurs.
  private func words(_ text: String) -> [Substring: Int] {
    text.split { !$0.isLetter && !$0.isNumber }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private func lines(_ text: String, _ type: String) -> [String] {
    TranscriptReader.lyrics(Data(text.utf8), type: type)?.lines.map(\.text) ?? []
  }

  @Test("in WebVTT lose no word, even if it looks like a tag or a line with times")
  func webVTTWords() {
    let text = """
      WEBVTT Kind: captions

      STYLE
      ::cue { color: red }

      NOTE not said --> at all

      one
      00:00.000 --> 00:01.000
      <v.loud Ann Lee>Two</v> <v Bob>three <00:00:00.500><c.x>four</c>
      so 5 --> 6, and 3 < 4 or <laughs> then a<b

      00:02.000 --> 00:03.000 position:10%
      """
    #expect(
      lines(text, "text/vtt") == [
        "Ann Lee: Two Bob: three four so 5 --> 6, and 3 < 4 or <laughs> then a<b"
      ]
    )
    // An unreadable time loses no word.
    #expect(lines("WEBVTT\n\n0:0:0:1 --> 0:0:0:2\nsaid", "text/vtt") == ["said"])
  }

  @Test("in SubRip lose no word, neither after an empty line nor a spoken number")
  func subRipWords() {
    let text = """
      1
      00:00:00,000 --> 00:00:01,000
      Two

      three

      2
      00:00:02,000 --> 00:00:03,000
      four
      <i>5</i>

      3
      00:00:04,000 --> 00:00:05,000
      <font color="red">6</font>
      """
    #expect(lines(text, "application/srt") == ["Two three", "four 5", "6"])
    #expect(lines(text.replacing("\n", with: "\r\n"), "") == ["Two three", "four 5", "6"])
    #expect(lines(text.replacing("\n", with: "\r"), "") == ["Two three", "four 5", "6"])
    #expect(
      lines("00:00 --> 00:01\na\n99\n\n00:02 --> 00:03\nb", "text/srt") == ["a 99", "b"]
    )
  }

  @Test("in JSON lose no word: lists without a name, a byte order mark, long texts")
  func jsonWords() {
    let parts = #"[{"start":"1.5","text":"one"},{"startTime":2,"body":"two","speaker":"Ann"}]"#
    for text in [parts, "\u{FEFF}" + parts, #"{"segments":\#(parts)}"#] {
      #expect(lines(text, "application/json") == ["one", "Ann: two"])
    }
    #expect(lines(#"{"text":"one\ntwo"}"#, "application/json") == ["one", "two"])
    let long = (1...5_000).map { String($0) }.joined(separator: " ")
    #expect(lines(#"[{"body":"\#(long)"}]"#, "application/json") == [long])
    // A text that only begins like JSON is text.
    #expect(lines("[Music] la", "text/plain") == ["[Music] la"])
  }

  @Test("in HTML and plain text lose no word, and gain none")
  func pageWords() {
    let long = (1...5_000).map { String($0) }.joined(separator: " ")
    #expect(lines(long, "text/plain") == [long])
    let page = """
      <html><head><title>Show</title><style>p { x }</style><script>if (a < b) { c }</script></head>
      <body><!-- not > said --><cite>Ann:</cite><time>0:01</time><p>One <b>two</b>
      three</p><p>4 < 5 &amp; 6 > 5<br>caf&eacute;</p><ul><li>\(long)</li></ul>end</body></html>
      """
    #expect(
      lines(page, "text/html") == [
        "Show", "Ann:", "0:01", "One two three", "4 < 5 & 6 > 5", "café", long, "end",
      ]
    )
  }

  @Test("in other encodings lose no letter")
  func encodings() throws {
    func text(_ data: Data, charset: String? = nil) -> String? {
      TranscriptReader.lyrics(data, type: "text/plain", charset: charset)?.text
    }
    #expect(try text(#require("Café “x”".data(using: .windowsCP1252))) == "Café “x”")
    let russian = Data([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2])
    #expect(text(russian, charset: "windows-1251") == "Привет")
    let wide = try #require("Füße".data(using: .utf16LittleEndian))
    #expect(text(Data([0xFF, 0xFE]) + wide) == "Füße")
  }

  @Test(
    "of many forms contain every word that was written into them",
    arguments: [1, 2, 3] as [UInt64]
  )
  func everyWord(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 200
    let parts = (0..<count).map { index in
      (0...Int.random(in: 0...30, using: &generator)).map { "w\(index)x\($0)" }
        .joined(separator: " ")
    }
    func time(_ index: Int) -> String { "00:\(10 + index / 60):\(10 + index % 50)" }
    let expected = words(parts.joined(separator: " "))
    let subRip = parts.enumerated().map {
      "\($0 + 1)\n\(time($0)),000 --> \(time($0)),500\n\($1)\n"
    }
    let webVTT = parts.enumerated().map { "\(time($0)).000 --> \(time($0)).500\n\($1)\n" }
    let json = parts.map { #"{"startTime":1,"body":"\#($0)"}"# }.joined(separator: ",")
    let html = parts.map { "<p>\($0.replacing(" ", with: "\n"))</p>" }.joined()
    for (text, type) in [
      (subRip.joined(separator: "\n"), "application/srt"),
      ("WEBVTT\n\n" + webVTT.joined(separator: "\n"), "text/vtt"),
      (#"{"segments":[\#(json)]}"#, "application/json"), (html, "text/html"),
      (parts.joined(separator: "\n"), "text/plain"),
    ] {
      #expect(words(lines(text, type).joined(separator: " ")) == expected, "\(type)")
    }
  }
}
