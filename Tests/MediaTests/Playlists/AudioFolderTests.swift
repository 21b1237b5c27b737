import Foundation
import PlayerKit
import PlayerKitPlaylists
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A folder", .tags(.local))
final class AudioFolderTests {
  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("playerkit-folder-\(UUID().uuidString)").resolvingSymlinksInPath()

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  private func make(_ names: [String]) throws {
    for name in names {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data().write(to: file)
    }
  }

  private func items() throws -> [QueueItem] { try AudioFolder(path: root.path).items() }

  private func names() throws -> [String] {
    try items().map { String($0.track.id.dropFirst(root.path.count + 1)) }
  }

  @Test("returns its audio files by disc and track, or otherwise in natural order")
  func givesAudioFiles() throws {
    let expected = [
      "2.mp3", "10.mp3", "a.OGG", "B.opus", "b10.mp3", "CD 2/03 - x.flac", "CD 2/10 - a.flac",
      "CD 10/01 y.flac", "Live/1-02 x.mp3", "Live/2-01 a.mp3", "Live/10-01 a.mp3",
    ]
    try make(expected.reversed() + [".hidden.mp3", "cover.jpg", "x.m3u", ".h/x.mp3", "mp3"])
    #expect(try names() == expected)
    let metadata = try items().map(\.track.metadata)
    #expect(metadata[5].discNumber == 2 && metadata[5].trackNumber == 3)
    #expect(metadata[5].title == "03 - x.flac")
    #expect(metadata[9].discNumber == 2 && metadata[9].trackNumber == 1)
    #expect(metadata[2].trackNumber == nil)
  }

  @Test("is ordered by names without extensions, so that a longer name comes last")
  func longerName() throws {
    let expected = ["Chapter 1.mp3", "Chapter 1 b.flac", "Chapter 1-c.mp3", "Chapter 2.ogg"]
    try make(expected.reversed())
    #expect(try names() == expected)
  }

  @Test("is an album separate from others, including its discs")
  func albumApartOthers() throws {
    try make(["A/1 a.mp3", "B/2 b.mp3", "B/CD 2/1 c.mp3", "B/x/1 d.mp3"])
    func album(_ folder: String) throws -> [String?] {
      try AudioFolder(path: root.appendingPathComponent(folder).path).items()
        .map(\.track.metadata.albumID)
    }
    let (a, b) = (try album("A"), try album("B"))
    #expect(a[0] != b[0] && b[0] == b[1] && b[1] != b[2])
    // The path to the folder does not matter.
    #expect(try album("B/CD 2/..") == b)
    #expect(try album(".").prefix(2) == [a[0], b[0]])
  }

  @Test("is ordered by disc and track of the tags, and by album")
  func orderedTags() throws {
    try make(["x/c.mp3", "x/a.mp3", "x/d.mp3", "x/b.mp3", "x/e.mp3", "y/2.mp3", "y/10.mp3"])
    let tags: [String: TrackMetadata] = [
      "a.mp3": TrackMetadata(album: "A", discNumber: 2, trackNumber: 1),
      "b.mp3": TrackMetadata(album: "B", trackNumber: 1),
      "c.mp3": TrackMetadata(album: "A", discNumber: 1, trackNumber: 12),
      "d.mp3": TrackMetadata(album: "A", discNumber: 1, trackNumber: 2),
      "e.mp3": TrackMetadata(album: "A"),
    ]
    let items = try AudioFolder(path: root.path).items { path in
      tags[String(path.split(separator: "/").last ?? "")]
    } isCancelled: {
      false
    }
    let names = items.map { String($0.track.id.dropFirst(root.path.count + 1)) }
    #expect(
      names == [
        "x/d.mp3", "x/c.mp3", "x/e.mp3", "x/a.mp3", "x/b.mp3", "y/2.mp3", "y/10.mp3",
      ]
    )
  }

  @Test("is ordered by names if reading the tags takes too long")
  func slowTags() throws {
    let names = ["a.mp3", "b.mp3", "c.mp3", "d.mp3", "e.mp3"]
    try make(names)
    let clock = ManualClock()
    var reads = 0
    let items = try AudioFolder(path: root.path).items(
      tags: { _ in
        clock.advance(by: .seconds(1))
        reads += 1
        return TrackMetadata(album: "A", trackNumber: names.count - reads)
      },
      clock: clock,
      isCancelled: { false }
    )
    #expect(reads == 3)
    #expect(items.map { String($0.track.id.dropFirst(root.path.count + 1)) } == names)
  }

  @Test("contains files whose names are not UTF-8")
  func notUTF8() throws {
    try make(["a.mp3"])
    let name: [UInt8] = Array((root.path + "/lat").utf8) + [0xE9] + Array("in.mp3".utf8)
    #expect(FileName.withPath(FileName.text(name)) { creat($0, 0o600) } >= 0)
    let tracks = try items().map(\.track)
    #expect(tracks.map { FileName.bytes($0.id).suffix(6) }.last == Array("in.mp3".utf8)[...])
    let track = try #require(tracks.last as? URLTrack)
    #expect(track.metadata.title == "lat\u{FFFD}in.mp3")
    let restored = try JSONDecoder().decode(URLTrack.self, from: JSONEncoder().encode(track))
    guard case .file(let path) = try restored.mediaSource().location else {
      Issue.record("The track is no file.")
      return
    }
    #expect(FileName.bytes(path) == name)
  }

  @Test("is not left through links, and circles end")
  func notLeftLinks() throws {
    try make(["in/a.mp3", "in/sub/b.mp3"])
    let outside = FileManager.default.temporaryDirectory
      .appendingPathComponent("playerkit-out-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outside) }
    try Data().write(to: outside.appendingPathComponent("c.mp3"))
    for (name, target) in [
      ("in/out", outside.path), ("in/loop", root.path), ("in/sub/up", ".."),
      ("in/c.mp3", outside.appendingPathComponent("c.mp3").path), ("in/d.mp3", "a.mp3"),
      ("in/e.mp3", "nowhere.mp3"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: root.appendingPathComponent(name).path,
        withDestinationPath: target
      )
    }
    #expect(try names() == ["in/a.mp3", "in/d.mp3", "in/sub/b.mp3"])
  }

  @Test("without audio, or that is no folder, is an error")
  func withoutAudioNone() throws {
    try make(["x.txt"])
    for (path, code) in [
      (root.path, PlayerError.Code.unreadable), (root.path + "/none", .notFound),
      (root.path + "/x.txt", .unreadable),
    ] {
      do throws(PlayerError) {
        _ = try AudioFolder(path: path).items()
        Issue.record("There is something to play.")
      } catch {
        #expect(error.code == code)
      }
    }
  }
}
