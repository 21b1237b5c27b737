import Foundation
import PlayerKit
import PlayerKitPlaylists
import TestSupport
import Testing

private let stationPlaylists = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
  URL(fileURLWithPath: $0).appendingPathComponent("station-playlists")
}

/// Lists that other programs use in their tests. Skipped if their folder is not set.
@Suite(
  "A recorded playlist",
  .tags(.local),
  .enabled(if: stationPlaylists != nil, "PLAYERKIT_RECORDED_MORE is not set.")
)
struct StationPlaylistTests {
  /// The addresses that play from each list, or the reason why none does.
  static let stations: [String: [String]] = [
    "BassDrive.pls": ["http://shouthostdirect16.streams.bassdrive.com:8200"],
    "empty-asx.asx": [],
    "emptyplaylist.pls": [],
    "foo_xspf.xspf": [
      "http://lists.example/a/cd1/track%201.mp3",
      "http://lists.example/%E3%83%88%E3%83%A9%E3%83%83%E3%82%AF%E3%80%80%EF%BC%92.mp3",
      "http://lists.example/a/track3.mp3",
    ],
    "playlist.xspf": ["http://207.200.96.226:8000"],
    "radios-freebox.m3u": [
      "rtsp://mafreebox.freebox.fr/fbxtv_pub/stream?namespace=1&service=100004"
    ],
    "relative.m3u": ["http://lists.example/a/3gpp-file.mp4"],
    "separator.m3u": ["http://www.icradio.com/media-icrfs2/226313.mp3"],
  ]

  @Test("names its stations")
  func givesStations() throws {
    let folder = try #require(stationPlaylists)
    var found: [String: [String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      do {
        let list = try read(bytes, at: "http://lists.example/a/" + name)
        found[name] = list.items().map { $0.track.id }
      } catch let error as PlaylistError where error == .hls {
        #expect(name == "live-streaming.m3u")
      }
    }
    #expect(found == Self.stations)
  }

  @Test("of Icecast names its station")
  func icecastGivesStation() throws {
    let file = try #require(stationPlaylists?.deletingLastPathComponent())
      .appendingPathComponent("radio/icecast_2.4.4_m3u.txt")
    let answer = try String(contentsOf: file, encoding: .utf8).replacing("\r\n", with: "\n")
    let body = try #require(answer.firstRange(of: "\n\n").map { answer[$0.upperBound...] })
    let list = try read(String(body), type: "audio/x-mpegurl")
    #expect(list.places == ["http://127.0.0.1:18083/live.mp3"])
  }

  @Test("with twelve mirrors names one station")
  func twelveMirrorsGives() throws {
    let folder = try #require(stationPlaylists)
    let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("BassDrive.pls")))
    let track = try #require(
      try read(bytes, at: "http://lists.example/x").items().first?.track as? URLTrack
    )
    // More alternatives are not tried.
    #expect(track.alternatives.count == 9)
    #expect(track.metadata.title == "Bassdrive - Worldwide Drum and Bass Radio")
  }
}
