import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("An HLS playlist", .tags(.pure))
struct HLSParserTests {
  private func parse(
    _ text: String,
    from base: String = "https://a.test/x/list.m3u8?token=b",
    variables: [String: String] = [:]
  ) throws -> HLSPlaylist {
    try HLSParser.parse(
      Array(text.utf8),
      from: #require(URL(string: base)),
      variables: variables
    )
  }

  private func media(_ text: String, from base: String = "https://a.test/x/list.m3u8") throws
    -> HLSMediaPlaylist
  {
    guard case .media(let media) = try parse("#EXTM3U\n#EXT-X-VERSION:3\n" + text, from: base)
    else {
      throw HLSFailure.noPlaylist
    }
    return media
  }

  private func master(_ text: String) throws -> HLSMasterPlaylist {
    guard case .master(let master) = try parse("#EXTM3U\n" + text) else {
      throw HLSFailure.noPlaylist
    }
    return master
  }

  @Test(
    "has addresses relative to its own",
    arguments: [
      ("1.ts", "https://a.test/x/1.ts"), ("/1.ts?a=b", "https://a.test/1.ts?a=b"),
      ("//b.test/1.ts", "https://b.test/1.ts"), ("http://c.test/1.ts", "http://c.test/1.ts"),
      ("\t 1.ts ", "https://a.test/x/1.ts"), ("a b.ts", "https://a.test/x/a%20b.ts"),
    ]
  )
  func addresses(text: String, url: String) throws {
    #expect(try media("#EXTINF:4,\n\(text)\n").parts.map(\.piece.url.absoluteString) == [url])
  }

  @Test(
    "is read with any line endings, and with a byte order mark",
    arguments: ["\n", "\r\n", "\r"]
  )
  func lines(end: String) throws {
    let lines = ["\u{FEFF}#EXTM3U", "#EXT-X-TARGETDURATION:4", "", "#EXTINF:3.5,A, b", "1.ts", ""]
    guard case .media(let media) = try parse(lines.joined(separator: end)) else {
      Issue.record("The playlist is not read.")
      return
    }
    #expect(media.parts.map(\.duration) == [.seconds(3.5)])
    #expect(media.parts.map(\.title) == ["A, b"])
    #expect(media.kind == .live && !media.isEnded && media.targetDuration == .seconds(4))
  }

  @Test("continues the previous range if one names no offset")
  func ranges() throws {
    let text = """
      #EXT-X-MAP:URI="a.mp4",BYTERANGE="720@0"
      #EXT-X-BYTERANGE:10@720
      a.mp4
      #EXT-X-BYTERANGE:20
      a.mp4
      #EXT-X-BYTERANGE:30@5
      b.mp4
      c.mp4
      #EXT-X-BYTERANGE:40
      d.mp4
      """
    let parts = try media(text).parts
    #expect(parts.map(\.piece.range?.offset) == [720, 730, 5, nil, 35])
    #expect(parts.map(\.piece.range?.length) == [10, 20, 30, nil, 40])
    #expect(parts.last?.initialization?.piece.range == .init(offset: 0, length: 720))
  }

  @Test("has a key for the parts after it, and for an initialization after it")
  func keys() throws {
    let text = """
      #EXT-X-MEDIA-SEQUENCE:7
      #EXT-X-MAP:URI="plain.mp4"
      #EXT-X-KEY:METHOD=AES-128, URI="k?a=1,2",IV=0x1F
      1.m4s
      #EXT-X-MAP:URI="other.mp4"
      2.m4s
      #EXT-X-KEY:METHOD=NONE
      3.m4s
      """
    let parts = try media(text).parts
    let key = HLSMediaPlaylist.Key(
      url: try #require(URL(string: "https://a.test/x/k?a=1,2")),
      vector: Array(repeating: 0, count: 15) + [0x1F]
    )
    #expect(parts.map(\.key) == [key, key, nil])
    #expect(parts.map(\.initialization?.key) == [nil, key, key])
    #expect(parts.map(\.number) == [7, 8, 9])
  }

  @Test(
    "marks the parts that only the service's own players can decrypt",
    arguments: [
      "METHOD=SAMPLE-AES,URI=\"k\"",
      "METHOD=AES-128,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
      "METHOD=SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"com.widevine\"",
    ]
  )
  func protected(key: String) throws {
    let text = """
      1.ts
      #EXT-X-KEY:\(key)
      2.ts
      #EXT-X-KEY:METHOD=NONE
      3.ts
      #EXT-X-KEY:METHOD=AES-128,URI="k"
      4.ts
      """
    let parts = try media(text).parts
    #expect(parts.map(\.isProtected) == [false, true, false, false])
    #expect(parts.map { $0.key != nil } == [false, false, false, true])
  }

  @Test(
    "knows whether a part needs an encrypted initialization",
    arguments: [("AES-128", true), ("SAMPLE-AES", false)]
  )
  func protectedInitialization(method: String, isProtected: Bool) throws {
    let text = """
      #EXT-X-KEY:METHOD=\(method),URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
      #EXT-X-MAP:URI="a.mp4"
      #EXT-X-KEY:METHOD=NONE
      1.m4s
      #EXT-X-MAP:URI="b.mp4"
      2.m4s
      """
    #expect(try media(text).parts.map(\.isProtected) == [isProtected, false])
  }

  @Test("is read if its session key is one for the service's own players")
  func sessionKey() throws {
    let text = """
      #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
      #EXT-X-STREAM-INF:BANDWIDTH=1
      a.m3u8
      """
    #expect(try master(text).variants.map(\.url.lastPathComponent) == ["a.m3u8"])
  }

  @Test("counts breaks, marks gaps, and states its start")
  func breaks() throws {
    let text = """
      #EXT-X-PLAYLIST-TYPE:EVENT
      #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
      #EXT-X-DISCONTINUITY-SEQUENCE:3
      1.ts
      #EXT-X-DISCONTINUITY
      #EXT-X-GAP
      2.ts
      #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
      3.ts
      #EXT-X-ENDLIST
      """
    let media = try media(text)
    #expect(media.kind == .event && media.isEnded && media.start == .seconds(-12.5))
    #expect(media.parts.map(\.discontinuities) == [3, 4, 4])
    #expect(media.parts.map(\.isGap) == [false, true, false])
    #expect(media.parts.map(\.date) == [nil, nil, "2026-01-01T00:00:00Z"])
  }

  @Test("substitutes its variables")
  func variables() throws {
    let text = """
      #EXTM3U
      #EXT-X-DEFINE:NAME="host",VALUE="b.test"
      #EXT-X-DEFINE:IMPORT="path"
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXTINF:1,
      http://{$host}/{$path}.ts?{$token}
      """
    let playlist = try parse(text, variables: ["path": "p"])
    guard case .media(let media) = playlist else { throw HLSFailure.noPlaylist }
    #expect(media.parts.map(\.piece.url.absoluteString) == ["http://b.test/p.ts?b"])
    #expect(throws: HLSFailure.undefinedVariable) { try parse(text) }
    #expect(throws: HLSFailure.undefinedVariable) { try self.media("#EXTINF:1,\n{$a}.ts") }
  }

  @Test("passes its variables to its variants")
  func handedOn() throws {
    let text = "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{$a}.m3u8\n"
    let master = try master(text)
    #expect(master.variables == ["a": "b"])
    #expect(master.variants.map(\.url.lastPathComponent) == ["b.m3u8"])
  }

  private static let groups = """
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="lo",NAME="a",URI="lo.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="hi",NAME="a",URI="other.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="hi",NAME="b",DEFAULT=YES,URI="hi.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.4,mp4a.40.2",AUDIO="lo"
    v1.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4,mp4a.40.2",AUDIO="hi"
    v2.m3u8
    """

  @Test(
    "leads to audio alone, in the wanted quality",
    arguments: [
      (Int.max, "256.m3u8"), (200_000, "128.m3u8"), (64_000, "128.m3u8"),
    ]
  )
  func soundAlone(limit: Int, name: String) throws {
    let text = """
      \(Self.groups)
      #EXT-X-STREAM-INF:BANDWIDTH=256000,CODECS="mp4a.40.2"
      256.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
      128.m3u8
      """
    #expect(try master(text).choices(limit: limit).first?.lastPathComponent == name)
  }

  @Test("names all variants once, the best first, and unplayable ones only if there are no others")
  func choices() throws {
    let odd = "#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"alac\"\nodd.m3u8\n"
    let text = """
      \(Self.groups)
      #EXT-X-STREAM-INF:BANDWIDTH=256000,CODECS="mp4a.40.2"
      256.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=256001,CODECS="mp4a.40.2"
      256.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
      128.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
      64.m3u8
      \(odd)
      """
    func names(_ limit: Int) throws -> [String] {
      try master(text).choices(limit: limit).map(\.lastPathComponent)
    }
    #expect(try names(.max) == ["256.m3u8", "128.m3u8", "64.m3u8", "hi.m3u8", "lo.m3u8"])
    #expect(try names(200_000) == ["128.m3u8", "64.m3u8", "256.m3u8", "lo.m3u8", "hi.m3u8"])
    #expect(try master(odd).choices().map(\.lastPathComponent) == ["odd.m3u8"])
  }

  @Test("leads to the audio of a video, or to the smallest video")
  func pictures() throws {
    #expect(try master(Self.groups).choices().first?.lastPathComponent == "hi.m3u8")
    let names = try master(Self.groups).choices(limit: 1_000_000).map(\.lastPathComponent)
    #expect(names == ["lo.m3u8", "hi.m3u8"])
    let muxed = """
      #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4,mp4a.40.2"
      v2.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=800000
      v1.m3u8
      """
    #expect(try master(muxed).choices().first?.lastPathComponent == "v1.m3u8")
  }

  @Test("A variant without codecs leads to its audio")
  func variantNotTell() throws {
    let text = """
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="a",URI="sound.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO="g"
      pictures.m3u8
      """
    #expect(try master(text).choices().first?.lastPathComponent == "sound.m3u8")
  }

  @Test("Unplayable variants come after playable ones", arguments: ["alac", "Opus", "mp4a.40.42"])
  func notPlayedStands(codec: String) throws {
    let odd = "#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"\(codec)\"\nodd.m3u8\n"
    let plain = "#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS=\"mp4a.40.2\"\nplain.m3u8\n"
    #expect(try master(odd + plain).choices().first?.lastPathComponent == "plain.m3u8")
    #expect(try master(odd).choices().first?.lastPathComponent == "odd.m3u8")
  }

  @Test("without sound is refused")
  func silent() throws {
    let text = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4\"\nv.m3u8\n"
    #expect(throws: HLSFailure.noAudio) { try master(text).choices() }
  }

  @Test("that is invalid, or too large, is refused")
  func refused() {
    #expect(throws: HLSFailure.noPlaylist) { try parse("#EXTM3U\n#EXTINF:1,\na.mp3\n") }
    #expect(throws: HLSFailure.noPlaylist) { try parse("<html>") }
    let many = String(repeating: "a\n", count: HLSParser.maximumLines + 1)
    #expect(throws: HLSFailure.tooLarge) { try media(many) }
    let large = String(repeating: "#", count: HLSParser.maxBytes)
    #expect(throws: HLSFailure.tooLarge) { try media(large) }
    #expect(throws: HLSFailure.malformed) { try master("#EXT-X-STREAM-INF:BANDWIDTH=1\n") }
  }

  @Test(
    "survives impossible numbers",
    arguments: [
      "#EXT-X-MEDIA-SEQUENCE:9223372036854775807", "#EXT-X-BYTERANGE:9223372036854775807@1",
      "#EXT-X-DISCONTINUITY-SEQUENCE:-1", "#EXT-X-BYTERANGE:0@0", "#EXT-X-BYTERANGE:",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x", "#EXT-X-KEY:METHOD=AES-128",
    ]
  )
  func numbers(line: String) {
    #expect(throws: HLSFailure.malformed) { try media("\(line)\n1.ts\n2.ts\n") }
  }

  @Test(
    "has no endless address",
    arguments: [
      "{$long}\n", String(repeating: "{$a}", count: 9_000) + "\n",
      String(repeating: "a", count: 9_000),
    ]
  )
  func longAddresses(line: String) {
    let defined = """
      #EXT-X-DEFINE:NAME="a",VALUE="a"
      #EXT-X-DEFINE:NAME="long",VALUE="\(String(repeating: "x", count: 400_000))"

      """
    #expect(throws: HLSFailure.malformed) { try media(defined + "#EXTINF:1,\n" + line) }
  }

  @Test("is live unless it states its end", arguments: ["LIVE", "VOD", "EVENT"])
  func kinds(kind: String) throws {
    #expect(try media("#EXT-X-PLAYLIST-TYPE:\(kind)\n1.ts\n").isEnded == (kind == "VOD"))
  }

  @Test("survives ranges whose sum overflows")
  func sum() {
    let text = String(repeating: "#EXT-X-BYTERANGE:1125899906842624\na.ts\n", count: 10_000)
    #expect(throws: HLSFailure.malformed) { try media(text) }
  }

  @Test("accepts odd durations")
  func durations() throws {
    let text = """
      #EXT-X-TARGETDURATION:8
      #EXTINF:1e300,
      1.ts
      #EXTINF:nan,
      2.ts
      #EXTINF:0,
      3.ts
      #EXTINF:-5,
      4.ts
      """
    let durations = try media(text).parts.map(\.duration)
    #expect(durations == [.seconds(8), .seconds(8), .milliseconds(10), .milliseconds(10)])
  }
}
