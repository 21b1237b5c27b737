import Foundation
import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitYouTube

@Suite("What YouTube says of a video", .tags(.pure))
struct YouTubeModelTests {
  private func video(_ json: String) throws -> YouTube.Video {
    try JSONDecoder().decode(YouTube.Video.self, from: Data(json.utf8))
  }

  @Test(
    "has a duration in the form of ISO 8601",
    arguments: [
      ("PT3M33S", 213), ("PT45S", 45), ("PT1H", 3_600), ("PT1H2M", 3_720), ("PT10H0M1S", 36_001),
      ("P1DT2H3M4S", 93_784), ("P1D", 86_400), ("P1W", 604_800), ("PT90M", 5_400), ("P0D", 0),
    ]
  )
  func durations(text: String, seconds: Int) {
    #expect(Duration(iso8601: text) == .seconds(seconds))
  }

  @Test(
    "has no duration if the text is odd",
    arguments: [
      "", "P", "PT", "3M", "PT3", "PT3M3", "PTS", "PT1M1H", "P1H", "PT1D", "PT-3M", "PT1.5S",
      "PT３M", "P1DT", "PT99999999999999999999S", "PT9223372036854775807H", "XT1S",
      "P15250284452471WT315008S",
    ]
  )
  func oddDurations(text: String) {
    #expect(Duration(iso8601: text) == nil)
  }

  @Test(
    "has texts in searches that are escaped for HTML",
    arguments: [
      ("Salt &amp; Smoke", "Salt & Smoke"), ("Don&#39;t &quot;Go&quot;", "Don't \"Go\""),
      ("&lt;3 &#x1F3B5;", "<3 🎵"), ("&amp;amp;", "&amp;"), ("R&B", "R&B"), ("a & b;", "a & b;"),
      ("&unknown; &#0; &#xD800; &#99999999999;", "&unknown; &#0; &#xD800; &#99999999999;"),
      ("&", "&"), ("&&amp;", "&&"), ("", ""),
    ]
  )
  func escapes(text: String, plain: String) {
    #expect(HTMLText.decoded(text) == plain)
  }

  struct Name: Sendable, CustomTestStringConvertible {
    var video: String
    var channel: String?
    var isMusic = true
    var title: String?
    var artist: String?
    var testDescription: String { video }
  }

  @Test(
    "has an artist by its channel or its title",
    arguments: [
      Name(video: "Tides", channel: "The Band - Topic", title: "Tides", artist: "The Band"),
      Name(
        video: "A - B",
        channel: "The Band - Topic",
        title: "A - B",
        artist: "The Band"
      ),
      Name(
        video: "The Band - Tides (Official Video)",
        channel: "Example Records",
        title: "Tides (Official Video)",
        artist: "The Band"
      ),
      Name(video: "Band – Tides - Live", channel: "x", title: "Tides - Live", artist: "Band"),
      Name(video: "Tides - The Band", channel: "TheBandVEVO", title: "Tides", artist: "The Band"),
      Name(video: "Tides - The Band", channel: "The Band", title: "Tides", artist: "The Band"),
      Name(video: "Self - Self", channel: "Self", title: "Self", artist: "Self"),
      Name(video: "Jay-Z mix", channel: "DJ", title: "Jay-Z mix", artist: "DJ"),
      Name(video: "New - Old", channel: "TV", isMusic: false, title: "New - Old", artist: "TV"),
      Name(video: " - Tides", channel: "x", title: " - Tides", artist: "x"),
      Name(video: "Tides", channel: " - Topic", title: "Tides", artist: " - Topic"),
      Name(video: "Tides", channel: nil, title: "Tides", artist: nil),
    ]
  )
  func names(_ row: Name) {
    let name = VideoName(row.video, channel: row.channel, isMusic: row.isMusic)
    #expect(name.title == row.title)
    #expect(name.artist == row.artist)
  }

  @Test("becomes a track with metadata, and a remark in its title does not hide the recording")
  func track() throws {
    let found = try video(
      YouTubeFixture.video().replacing("Opening Night", with: "Opening Night (Official Video)")
    )
    let track = try #require(YouTubeTrack(found))
    #expect(track.metadata.title == "Opening Night (Official Video)")
    #expect(track.metadata.artist == "The Example Band")
    #expect(track.metadata.duration == .seconds(213))
    let details = track.metadata.details
    #expect(details.page?.absoluteString == "https://youtu.be/aB3_-xyZ09k")
    #expect(details.attribution == "YouTube")
    #expect(details.artwork?.url(atLeast: 300)?.absoluteString == "https://i.example/480.jpg")
    #expect(track.playerTypes == [.youTubePage, .sameRecording])
    let other = Recording(
      title: "Opening Night",
      artists: ["The Example Band"],
      duration: .seconds(213)
    )
    let recording = try #require(track.metadata.recording)
    #expect(RecordingMatcher().compare(recording, with: other).isAccepted)
  }

  @Test("is read if properties have another type than documented")
  func lenient() throws {
    let odd = try video(
      #"""
      {"id":"aB3_-xyZ09k","snippet":{"title":7,"thumbnails":[1],"channelTitle":{}},
      "contentDetails":{"duration":213,"regionRestriction":{"blocked":["DE",null,5]}},
      "status":{"embeddable":"true"},"liveStreamingDetails":"soon"}
      """#
    )
    #expect(odd.snippet?.title == "7")
    #expect(odd.snippet?.thumbnails == nil)
    #expect(odd.duration == nil)
    #expect(odd.isBlocked(in: "de") && !odd.isBlocked(in: "us"))
    #expect(odd.isEmbeddable == true)
    #expect(odd.liveStreamingDetails == nil)
  }

  @Test("says where it can be played, and whether it is live")
  func availability() throws {
    let some = try video(
      #"{"id":"1","contentDetails":{"regionRestriction":{"allowed":["JP"]}}}"#
    )
    #expect(some.isBlocked(in: "us") && !some.isBlocked(in: "jp"))
    let none = try video(#"{"id":"1","contentDetails":{"regionRestriction":{"allowed":[]}}}"#)
    #expect(none.isBlocked(in: "us"))
    #expect(try !video(#"{"id":"1"}"#).isBlocked(in: "us"))
    let live = try video(
      #"""
      {"id":"1","snippet":{"liveBroadcastContent":"live"},"contentDetails":{"duration":"P0D"}}
      """#
    )
    #expect(live.isLive && !live.isUpcoming && live.duration == nil)
  }

  @Test("makes an entry that is playable only if other pages may show it")
  func entries() throws {
    #expect(CatalogEntry(try video(YouTubeFixture.video())).item == "youtube:aB3_-xyZ09k")
    let forbidden = try video(YouTubeFixture.video().replacing("true", with: "false"))
    #expect(forbidden.isEmbeddable == false)
    #expect(CatalogEntry(forbidden).item == nil)
    let upcoming = try video(YouTubeFixture.video().replacing("\"none\"", with: "\"upcoming\""))
    #expect(CatalogEntry(upcoming).item == nil)
  }

  @Test("A stored track is restored unchanged, also from the name of earlier versions")
  func stored() throws {
    let track = try #require(YouTubeTrack(try video(YouTubeFixture.video())))
    let registry = TrackRegistry(services: [YouTubeService.self])
    let stored = try registry.encode(track)
    #expect(stored.type == "youTube")
    #expect(registry.decode(stored) as? YouTubeTrack == track)
  }
}
