import Foundation
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

@Suite("A track of a song that was found", .tags(.pure))
struct AppleMusicTrackTests {
  private func song(_ attributes: String) throws -> AppleMusic.Song {
    let json =
      #"{"id":"7","type":"songs","attributes":{"name":"A","artistName":"B"\#(attributes)}}"#
    return try JSONDecoder().decode(AppleMusic.Song.self, from: Data(json.utf8))
  }

  @Test("has the song's title, code and preview")
  func knowsTheSong() throws {
    let previews = #"[{},{"url":"https://media.example/7.m4a"}]"#
    let track = AppleMusicTrack(
      try song(#","isrc":"USXX12100001","durationInMillis":213400,"previews":\#(previews)"#)
    )
    #expect(track.metadata.title == "A")
    #expect(track.metadata.artist == "B")
    #expect(track.metadata.duration == .milliseconds(213_400))
    #expect(track.metadata.details.isrc == "USXX12100001")
    #expect(track.knownPreview?.url.absoluteString == "https://media.example/7.m4a")
  }

  @Test(
    "leads only to a web server",
    arguments: ["file:///etc/passwd", "ftp://a.example/b", "/etc/passwd", "https:///a", ""]
  )
  func refusesOtherPlaces(address: String) throws {
    let track = AppleMusicTrack(try song(#","previews":[{"url":"\#(address)"}]"#))
    #expect(track.knownPreview == nil)
  }

  @Test(
    "has no duration instead of an impossible one",
    arguments: ["0", "-9223372036854775808", "9223372036854775807"]
  )
  func refusesDurations(milliseconds: String) throws {
    let track = AppleMusicTrack(try song(#","durationInMillis":\#(milliseconds)"#))
    #expect(track.metadata.duration == nil)
  }
}
