import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

/// Many chapters, pictures, lines, and fragments in one file.
@Suite(.tags(.pure), .timeLimit(.minutes(2)))
struct CountTests {
  private let inspector = MediaInspector()

  private func chapter(_ number: Int, _ parts: [[UInt8]]) -> [UInt8] {
    let times = [number * 1_000, number * 1_000 + 1_000, 0xFFFF_FFFF, 0xFFFF_FFFF]
    let body = Array("c\(number)\0".utf8) + times.flatMap(TagMaker.plain) + parts.flatMap(\.self)
    return TagMaker.frame("CHAP", body)
  }

  private func inspect(_ frames: [[UInt8]]) async throws -> MediaInformation {
    try await inspector.inspect(TagMaker.id3(frames) + TagMaker.audio())
  }

  @Test("The cover and the album after more than 1,000 chapters are read")
  func more1000() async throws {
    let chapters = (0..<2_500).map { chapter($0, [TagMaker.text("TIT2", "Part \($0)")]) }
    let found = try await inspect(
      chapters + [TagMaker.picture(TagMaker.png(count: 100)), TagMaker.text("TALB", "Behind")]
    )
    #expect(found.metadata.chapters.count == 2_500)
    #expect(found.metadata.chapters.last?.title == "Part 2499")
    #expect(found.metadata.artwork != nil)
    #expect(found.metadata.album == "Behind")
  }

  @Test("Tags after too many chapters are read, and chapters' pictures are no covers")
  func chaptersBeyondBound() async throws {
    let link = TagMaker.frame("WXXX", Array("\0\0https://example.org/".utf8))
    let title = TagMaker.text("TIT2", "T")
    var chapters = (0..<11_000).map { chapter($0, [title, link]) }
    chapters.append(chapter(11_000, [TagMaker.picture(TagMaker.png(count: 90))]))
    let found = try await inspect(chapters + [TagMaker.text("TALB", "Behind")])
    #expect(found.metadata.chapters.count == 10_000)
    #expect(found.metadata.album == "Behind")
    #expect(found.pictures.isEmpty)
    #expect(found.metadata.artwork == nil)
  }

  @Test("The cover after 300 chapters with pictures is read")
  func pictures300Chapters() async throws {
    let chapters = (0..<300).map { number in
      chapter(number, [TagMaker.picture(TagMaker.png(count: 90))])
    }
    let found = try await inspect(chapters + [TagMaker.picture(TagMaker.png(count: 100))])
    #expect(found.pictures.filter { $0.chapter != nil }.count == 200)
    #expect(found.pictures.first { $0.artwork == found.metadata.artwork }?.byteCount == 100)
  }

  @Test("The album after twenty thousand lines of lyrics is read")
  func twentyThousandLines() async throws {
    let lines = (0..<20_000).flatMap { Array("Line\0".utf8) + TagMaker.plain($0 * 10) }
    let words = TagMaker.frame("SYLT", [3] + Array("eng".utf8) + [2, 1, 0] + lines)
    let found = try await inspect([words, TagMaker.text("TALB", "Behind")])
    #expect(found.lyrics?.lines.count == 20_000)
    #expect(found.metadata.album == "Behind")
  }

  @Test("Fields beside compressed nested chapters are read")
  func chaptersChaptersCompressed() async throws {
    let nested = Deflate.nestedChapters(20_000)
    #expect(nested.bytes.count < 120_000)
    var frame = TagMaker.frame("CHAP", TagMaker.synchsafe(nested.length) + nested.bytes)
    // The flags of compression, and of a length before the data.
    frame[9] = 0x09
    let found = try await inspect([TagMaker.text("TIT2", "Before"), frame])
    #expect(found.metadata.title == "Before")
  }

  @Test("Frames after an extended header are read", arguments: [3, 4] as [UInt8])
  func extendedHeader(version: UInt8) async throws {
    // Version 3 does not count the length itself.
    let head =
      version == 3 ? TagMaker.plain(6) + [0, 0, 0, 0, 0, 0] : TagMaker.synchsafe(6) + [1, 0]
    let frames = ["TIT2", "TPE1", "TALB"].map {
      TagMaker.text($0, Array($0.utf8), .latin1, version: version)
    }
    let tag = TagMaker.id3([head] + frames, version: version, flags: 0x40)
    let found = try await inspector.inspect(tag + TagMaker.audio())
    #expect(found.metadata.title == "TIT2")
    #expect(found.metadata.artist == "TPE1")
    #expect(found.metadata.album == "TALB")
  }

  @Test("A compressed text is read, unless it is long")
  func compressedTextRead() async throws {
    for (length, count) in [(100, 1), (10_000_000, 0)] {
      var frame = TagMaker.frame(
        "TPE1",
        TagMaker.synchsafe(length) + Deflate.zeros(length, behind: [3] + Array("Ada Example".utf8))
      )
      frame[9] = 0x09
      let found = try await inspect([frame, TagMaker.text("TALB", "Behind")])
      #expect(found.metadata.artist == (count == 1 ? "Ada Example" : nil))
      #expect(found.metadata.album == "Behind")
    }
  }

  @Test(
    "Packets that only the index lists do not hide tags and format",
    arguments: HungryMedia.all.map(\.name)
  )
  func packetsOnlyIndex(name: String) async throws {
    let bytes = try #require(HungryMedia.all.first { $0.name == name }).bytes
    let found = try await inspector.inspect(bytes)
    #expect(found.metadata.title == HungryMedia.title)
    #expect(["aac", "mp3"].contains(found.codec))
  }

  @Test("A long file in fragments has its tags and its length")
  func longFileFragments() async throws {
    let bytes = Array(try TagFixture.data("fragments.m4a"))
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moof".utf8)) })
    let fragments = Array(bytes[(start - 4)...])
    // More than an hour of fragments. The index states no length.
    let long = bytes[..<(start - 4)] + repeatElement(fragments, count: 1_500).joined()
    let found = try await inspector.inspect(long)
    // libavformat returns only one artist.
    #expect(found.metadata.details.artists == ["Ada Example", "Ben Beispiel"])
    #expect(found.codec == "aac")
    let short = try await inspector.inspect(bytes)
    #expect(abs(try #require(short.duration) / .seconds(1) - 4) < 0.2)
  }
}
