import Foundation
import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitYTDLP

private let recorded = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
  URL(filePath: $0).appending(path: "ytdlp")
}
/// Before all recordings.
private let now = Date(timeIntervalSince1970: 1_700_000_000)

@Suite("An answer of yt-dlp", .tags(.pure))
struct YTDLPAnswerTests {
  private func info(_ text: String) throws -> YTDLP.Info {
    try JSONDecoder().decode(YTDLP.Info.self, from: Data(text.utf8))
  }

  private func media(_ members: String) throws -> YTDLPMedia {
    let text = #"{"url":"https://media.a.example/b.m4a","protocol":"https"\#(members)}"#
    return try YTDLPMedia(info(text), now: now)
  }

  @Test(
    "is read as recorded: the media, and the metadata to show",
    .enabled(if: recorded != nil, "PLAYERKIT_RECORDED_MORE is not set.")
  )
  func real() throws {
    func read(_ name: String) throws -> YTDLP.Info {
      let data = try Data(contentsOf: try #require(recorded).appending(path: name + ".json"))
      return try JSONDecoder().decode(YTDLP.Info.self, from: data)
    }
    let direct = try YTDLPMedia(read("generic_direct_mp3"), now: now)
    #expect(direct.address.url.absoluteString == "http://127.0.0.1:18080/tone.mp3")
    #expect(direct.address.headers["User-Agent"]?.hasPrefix("Mozilla/5.0") == true)
    let page = try YTDLPMedia(read("generic_html5_one"), now: now)
    #expect(page.address.headers["Referer"] == "http://127.0.0.1:18080/page.html")
    #expect(page.metadata.title == "OG Title (1)")
    let list = try read("generic_hls_master")
    #expect(try YTDLPMedia(list, now: now).address.url.path == "/hls_fmp4/index.m3u8")
    #expect(TrackMetadata(list).duration == .seconds(20))
    let two = try read("generic_playlist_two")
    #expect(two.isList)
    #expect(two.entries?.count == 2)
    #expect(two.entries?.allSatisfy { !$0.isReference && $0.page == two.page } == true)
    let cloud = TrackMetadata(try read("soundcloud_track_2023"))
    #expect(cloud.artist == "BRUTTOBAND")
    #expect(cloud.duration == .seconds(229.089))
    #expect(cloud.artwork?.url(atLeast: 400)?.lastPathComponent.contains("t500x500") == true)
    let video = TrackMetadata(try read("youtube_video_2024"))
    #expect(video.chapters.count > 1)
    #expect(video.chapters.first?.start == .zero)
    #expect(video.details.page?.absoluteString == "https://www.youtube.com/watch?v=ABC123")
    #expect(video.details.attribution == "PinchflatTestChannel")
    #expect(try read("channel_source_metadata").isList)
  }

  @Test("leads to media only in forms that the loader plays")
  func protocols() throws {
    for name in ["http", "https", "m3u8", "m3u8_native"] {
      #expect(throws: Never.self) {
        try YTDLPMedia(info(#"{"url":"http://a/b","protocol":"\#(name)"}"#), now: now)
      }
    }
    for name in ["http_dash_segments", "rtmp", "mhtml", "websocket_frag", "ism", "f4m", "sabr"] {
      let error = #expect(throws: YTDLPError.self) {
        try YTDLPMedia(info(#"{"url":"http://a/b","protocol":"\#(name)"}"#), now: now)
      }
      #expect(error?.code == .noFormat)
      #expect(error?.message.contains(name) == true)
    }
    for url in ["file:///etc/passwd", "data:audio/mpeg,a", "av://lavfi:sine", "", "x", "http://"] {
      #expect(throws: YTDLPError.self, "\(url)") {
        try YTDLPMedia(info(#"{"url":"\#(url)"}"#), now: now)
      }
    }
    #expect(throws: YTDLPError.self) { try YTDLPMedia(info("{}"), now: now) }
    let later = #expect(throws: YTDLPError.self) { try media(#","live_status":"is_upcoming""#) }
    #expect(later?.code == .notYet)
  }

  @Test("has header fields that identify the client, and none of the connection")
  func headers() throws {
    let fields = try media(
      #"""
      ,"http_headers":{"User-Agent":"A/1","Referer":"https://a.example/","Host":"evil.example",
      "Range":"bytes=0-","Cookie":"a=b","X-A\r\nB":"c","X-Bad":"a\r\nSet: b","Accept-Encoding":"br","Connection":"x",
      "X-Token":"t","X-Number":7}
      """#
    ).address.headers
    #expect(
      fields == ["User-Agent": "A/1", "Referer": "https://a.example/", "X-Token": "t"]
    )
  }

  @Test("has cookies only for their own hosts")
  func cookies() throws {
    let text =
      #"a=1; Domain=.a.example; Path=/; Secure; Expires=1900000000; b="2\054\" x"; "#
      + #"Domain=media.a.example; z="1\073 y=2"; Domain=.a.example; c=3; Domain=a.example; Path=/; "#
      + #"d=4; Domain=.b.example; Path=/; e=5; Domain=.a.example; Path=/other; "#
      + #"f=6; Domain=.a.example; Expires=1600000000; g=7"#
    let cookies = SetCookies(text)
    func field(_ url: String) -> String? {
      URL(string: url).flatMap { cookies.field(for: $0, at: now) }
    }
    #expect(field("https://media.a.example/b.m4a") == #"a=1; b=2," x"#)
    #expect(field("http://media.a.example/b.m4a") == #"b=2," x"#)
    #expect(field("https://a.example/other/x") == "a=1; c=3; e=5")
    #expect(field("https://a.example/others") == "a=1; c=3")
    #expect(field("https://evila.example/") == nil)
    #expect(field("https://x.b.example/") == "d=4")
    let own = try media(#","cookies":"s=t; Domain=.a.example; Path=/; Secure""#)
    #expect(own.address.headers == ["Cookie": "s=t"])
    let other = try media(#","cookies":"s=t; Domain=.other.example; Path=/""#)
    #expect(other.address.headers.isEmpty)
    for text in ["", ";;;", "=", "Domain=a", "\"", "a=\"\\", "a=b\r\nX: y; Domain=a.example"] {
      #expect(SetCookies(text).field(for: URL(filePath: "/"), at: now) == nil)
    }
  }

  @Test("states when an address expires")
  func expiration() throws {
    func date(_ query: String) throws -> Date? {
      let text = #"{"url":"https://a.example/b?\#(query)","protocol":"https"}"#
      return try YTDLPMedia(info(text), now: now).address.expiration
    }
    #expect(try date("expire=1707272965&a=b") == Date(timeIntervalSince1970: 1_707_272_965))
    #expect(try date("Expires=1707272965") == Date(timeIntervalSince1970: 1_707_272_965))
    for query in ["", "expire=", "expire=nan", "expire=1e400", "expire=-1", "expire=60"] {
      #expect(try date(query) == nil, "\(query)")
    }
  }

  @Test("may be anything, and is bounded")
  func anything() throws {
    let text = #"""
      {"title":\#(String(repeating: "9", count: 20)),"duration":1e300,"track_number":1e30,
      "release_year":-5,"chapters":[{"start_time":-1},{"start_time":1e308},"x",
      {"start_time":"2","end_time":1e999,"title":7}],"thumbnails":[{"url":"file:///a"},
      {"url":"https://a.example/p.jpg","width":99999999999999999999}],"entries":"none",
      "http_headers":[],"artists":[1,null],"webpage_url":"javascript:x","format_id":"-f;x"}
      """#
    let info = try info(text)
    let metadata = TrackMetadata(info)
    #expect(metadata.duration == nil)
    #expect(metadata.details.page == nil)
    #expect(metadata.details.date == nil)
    let long = try self.info(#"{"title":"\#(String(repeating: "a", count: 100_000))"}"#)
    #expect(TrackMetadata(long).title?.count == 1_000)
    #expect(try media(#","format_id":"-f;x""#).formatID == nil)
    #expect(try media(#","format_id":"140-drc""#).formatID == "140-drc")
  }
}
