import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Titles of a live stream", .tags(.pure))
struct LiveTitlesTests {
  private static func block(_ bytes: Data) -> Data {
    let units = min((bytes.count + 15) / 16, 255)
    let text = bytes.prefix(units * 16)
    return Data([UInt8(units)]) + text + Data(count: units * 16 - text.count)
  }

  private static func head(_ fields: [String: String]) -> MediaResponseHead {
    MediaResponseHead(status: 200) { fields[$0.lowercased()] }
  }

  /// The titles of a stream with one byte between two blocks.
  private static func told(_ blocks: [Data]) -> [StreamMetadata] {
    var titles = LiveTitles(head(["icy-metaint": "1"]))
    var told: [StreamMetadata] = []
    for (number, text) in blocks.enumerated() {
      _ = titles.consume(Data([0]) + block(text), at: Int64(number))
      _ = titles.room(at: Int64(number) + 1)
      if let new = titles.takePassed() { told.append(new) }
    }
    return told
  }

  private static func told(_ texts: [String]) -> [StreamMetadata] {
    told(texts.map { Data($0.utf8) })
  }

  @Test("An empty title clears the one before, once")
  func emptyTitleClears() {
    let told = Self.told([
      "StreamTitle='One';", "StreamTitle='';StreamUrl='';", "StreamTitle=' ';",
      "StreamTitle='Two';",
    ])
    #expect(told.map(\.title) == ["One", nil, "Two"])
  }

  @Test("A repeated title, or an advertisement without a title, is not reported")
  func noNews() {
    let told = Self.told([
      "StreamTitle='One';", "StreamTitle='One';",
      "StreamTitle='';StreamUrl='';adw_ad='true';durationMilliseconds='30000';",
      #"StreamTitle='{"ad":true,"id":7}';"#, "StreamTitle='Two';",
    ])
    #expect(told.map(\.title) == ["One", "Two"])
  }

  @Test(
    "A title ends before another field in any spelling, and not at an apostrophe",
    arguments: [
      ("StreamTitle='It's';adw_ad='true';adId='1';", "It's", nil),
      ("StreamTitle='a'; StreamUrl='b';", "a", nil),
      (#"StreamTitle='{"artist":"A","title":"T"}';"#, "T", "A"),
      (#"StreamTitle='A - text="T" song_spot="M" MediaBaseId="1"';"#, "T", "A"),
      ("StreamTitle='[live] A - T';", "[live] A - T", nil),
      ("StreamTitle='a\tb\u{1}c';", "a b c", nil),
    ] as [(String, String, String?)]
  )
  func fields(text: String, title: String, artist: String?) {
    let told = Self.told([text])
    #expect(told.first?.title == title)
    #expect(told.first?.artist == artist)
  }

  @Test("Text is decoded as UTF-8, with faults, or in Windows' encoding")
  func encodings() {
    func decode(_ bytes: [UInt8]) -> String { StationText.decode(bytes) }
    #expect(decode(Array("Grüße".utf8)) == "Grüße")
    #expect(decode([0x47, 0x72, 0xFC, 0xDF, 0x65]) == "Grüße")
    #expect(decode([0x93, 0x61, 0x94]) == "“a”")
    // Cut in the middle of a character.
    #expect(decode(Array("Größe: grü".utf8.dropLast())) == "Größe: gr\u{FFFD}")
  }

  @Test("Text has a maximum length")
  func long() {
    let endless = String(repeating: "x", count: 100_000)
    #expect(StationText.clean(endless)?.count == StationText.longest)
    #expect(StationText.clean(" \u{7}\n ") == nil)
    #expect((Self.told(["StreamTitle='" + endless]).first?.title?.count ?? 0) <= 4_080)
  }

  @Test("A new interval after a lost connection is used")
  func otherInterval() {
    var titles = LiveTitles(Self.head(["icy-metaint": "4", "icy-name": "A"]))
    #expect(titles.consume(Data(count: 3), at: 0).count == 3)
    titles.reconnected(Self.head(["icy-metaint": "2", "icy-name": "B"]), at: 3)
    let body = Data(count: 2) + Self.block(Data("StreamTitle='One';".utf8)) + Data(count: 1)
    #expect(titles.consume(body, at: 3).count == 3)
    #expect(titles.room(at: 3) == 2)
    #expect(titles.takePassed()?.name == "B")
    #expect(titles.room(at: 5) == .max)
    #expect(titles.takePassed() == StreamMetadata(title: "One", name: "B"))
  }

  @Test("A station is described by its header fields")
  func station() {
    let station = Self.head([
      "icy-name": "Radio", "icy-genre": "Jazz", "icy-url": "http://a", "icy-logo": "http://b",
      "icy-description": "d", "icy-br": "128, 128",
    ]).station
    #expect(
      station
        == StreamMetadata(
          name: "Radio",
          genre: "Jazz",
          description: "d",
          homepage: "http://a",
          logo: "http://b",
          bitRate: 128_000
        )
    )
    let info = Self.head(["ice-audio-info": "ice-samplerate=44100;ice-bitrate=96"])
    #expect(info.station.bitRate == 96_000)
    #expect(Self.head(["icy-br": "0"]).station.bitRate == nil)
  }

  @Test(
    "A stream is live if its server states so",
    arguments: [
      (["icy-metadata": "1"], MediaResponseHead.Liveness.certain),
      (["server": "Icecast 2.4.4"], .certain),
      (["server": "Icecast 2.4.4", "content-length": "9"], .none),
      (["icy-name": "x", "content-type": "text/html"], .none),
      (["server": "Icecast 2.4.4", "content-type": "audio/x-mpegurl"], .none),
      (["icy-name": "x", "content-type": "application/vnd.apple.mpegurl"], .none),
      (["server": "Shoutcast", "content-type": "audio/x-scpls; charset=utf-8"], .none),
      (["content-type": "audio/ogg"], .none),
      (["content-type": "audio/ogg", "cache-control": "no-cache, no-store"], .likely),
      (["content-type": "application/ogg", "cache-control": "no-store", "etag": "\"1\""], .none),
      (
        ["content-type": "audio/mpeg", "cache-control": "no-store", "accept-ranges": "none"], .none
      ),
      (
        ["content-type": "audio/mpeg", "cache-control": "no-cache", "x-content-duration": "9"],
        .none
      ),
    ]
  )
  func liveness(fields: [String: String], expected: MediaResponseHead.Liveness) {
    #expect(Self.head(fields).liveness == expected)
  }
}
