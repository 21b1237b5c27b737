import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitInspection

@Suite("Broken, mislabelled, or huge tags", .tags(.pure), .timeLimit(.minutes(2)))
struct HostileTagTests {
  private let inspector = MediaInspector()

  private func inspect(_ frames: [[UInt8]], version: UInt8 = 4) async throws -> MediaInformation {
    try await inspector.inspect(TagMaker.id3(frames, version: version) + TagMaker.audio())
  }

  @Test(
    "with text falsely labelled Latin-1 are decoded correctly",
    arguments: [
      ([0x43, 0x61, 0x66, 0xE9], "Café"),
      (Array("Café ☕".utf8), "Café ☕"),
      ([0x93, 0x8C, 0x8B, 0x9E], "東京"),
      ([0x83, 0x54, 0x83, 0x4E, 0x83, 0x89], "サクラ"),
      ([0x93, 0x48, 0x69, 0x94], "“Hi”"),
      ([0xC0, 0x62, 0x63], "Àbc"),
    ] as [([UInt8], String)]
  )
  func mislabelled(bytes: [UInt8], text: String) async throws {
    let found = try await inspect([TagMaker.text("TIT2", bytes, .latin1)])
    #expect(found.metadata.title == text)
  }

  @Test("of UTF-16, with a mark and without, in either order, are read")
  func utf16() async throws {
    let little = "Ü–朝".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = "Ü–朝".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let found = try await inspect([
      TagMaker.text("TIT2", [0xFF, 0xFE] + little, .utf16),
      TagMaker.text("TALB", [0xFE, 0xFF] + big, .utf16), TagMaker.text("TPE1", big, .utf16BE),
    ])
    #expect(found.metadata.title == "Ü–朝")
    #expect(found.metadata.album == "Ü–朝")
    #expect(found.metadata.artist == "Ü–朝")
  }

  @Test("with empty frames, many values, and control characters give the valid rest")
  func odd() async throws {
    let found = try await inspect([
      TagMaker.text("TIT2", ""), TagMaker.text("TALB", "\u{1B}[31mRed\nalert\u{2028}!"),
      TagMaker.text("TPE1", "A\0B\0\0B\0C"), TagMaker.text("TRCK", "0/-4"),
      TagMaker.text("TDRC", "soon"), TagMaker.frame("TCON", [3]), TagMaker.frame("COMM", []),
      TagMaker.text("TPOS", "99999999999999999999/2"),
    ])
    #expect(found.metadata.title == nil)
    #expect(found.metadata.album == "[31mRed alert !")
    #expect(found.metadata.details.artists == ["A", "B", "C"])
    #expect((found.metadata.trackNumber, found.metadata.details.trackCount) == (nil, nil))
    #expect((found.metadata.discNumber, found.metadata.details.discCount) == (nil, 2))
    #expect(found.metadata.details.date == nil)
  }

  @Test("with impossible lengths give the fields before them")
  func brokenFrames() async throws {
    for size in [0, 5_000_000, 0x0FFF_FFFF] {
      let found = try await inspect([
        TagMaker.text("TIT2", "Before"), TagMaker.frame("APIC", [0, 1, 2], size: size),
        TagMaker.text("TALB", "Behind"),
      ])
      #expect(found.metadata.title == "Before")
    }
  }

  @Test("of endless texts are cut")
  func longTexts() async throws {
    let found = try await inspect([
      TagMaker.text("TIT2", String(repeating: "a", count: 200_000)),
      TagMaker.frame(
        "COMM",
        [3] + Array("eng".utf8) + [0] + [UInt8](repeating: 0x62, count: 99_999)
      ),
      TagMaker.frame(
        "USLT",
        [3] + Array("eng".utf8) + [0] + [UInt8](repeating: 0x63, count: 900_000)
      ),
    ])
    #expect(found.metadata.title?.count == 1_000)
    #expect(found.metadata.details.comment?.count == 16_384)
    #expect(try #require(found.lyrics).text.count <= 1 << 20)
  }

  @Test("with a picture of 30 MB are read without it", arguments: [3, 4] as [UInt8])
  func largePicture(version: UInt8) async throws {
    let tag = TagMaker.id3(
      [
        TagMaker.text("TIT2", Array("Before".utf8), .latin1, version: version),
        TagMaker.picture(TagMaker.png(count: 30_000_000), version: version),
        TagMaker.text("TALB", Array("Behind".utf8), .latin1, version: version),
      ],
      version: version
    )
    let bytes = GivenBytes(tag + (try TagMaker.audio()))
    let found = try await inspector.inspect(MediaSource(.bytes(bytes)))
    #expect((found.metadata.title, found.metadata.album) == ("Before", "Behind"))
    #expect(found.pictures.map(\.byteCount) == [30_000_000])
    #expect(bytes.bytesRead < 1 << 20)
  }

  @Test("that take much memory are read one at a time")
  func memoryGate() {
    let turns = MemoryGate()
    let (first, second) = (MemoryPermit(turns), MemoryPermit(turns))
    #expect(first.allows(60 << 20) { false })
    #expect(first.allows(60 << 20) { false })
    #expect(second.allows(1 << 20) { false })
    #expect(!second.allows(60 << 20) { true })
    first.end()
    first.end()
    #expect(second.allows(60 << 20) { true })
    second.end()
  }

  @Test("that were cut anywhere do no harm", arguments: TagFixture.all)
  func cut(name: String) async throws {
    let data = Array(try TagFixture.data(name))
    for count in stride(from: 1, to: data.count, by: max(1, data.count / 60)) {
      _ = try? await inspector.inspect(data.prefix(count))
    }
  }

  @Test("that were changed at random do no harm", arguments: TagFixture.all)
  func mutated(name: String) async throws {
    let data = Array(try TagFixture.data(name))
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<40 {
      var bytes = data
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let range = Bool.random(using: &generator) ? min(2_000, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<range, using: &generator)] = .random(
          in: 0...255,
          using: &generator
        )
      }
      _ = try? await inspector.inspect(bytes)
    }
  }

  @Test("of a file without audio are not read")
  func noAudio() async throws {
    let zeros = MediaSource(.bytes(GivenBytes([UInt8](repeating: 0, count: 100_000))))
    #expect(await inspector.failure(zeros)?.code == .unsupportedFormat)
    let text = MediaSource(.bytes(GivenBytes(Array("Dear diary".utf8))))
    #expect(await inspector.failure(text)?.code == .unsupportedFormat)
    let missing = MediaSource(.file(path: "/nowhere/at-all.mp3"))
    #expect(await inspector.failure(missing)?.code == .notFound)
    #expect(await inspector.failure(MediaSource(.file(path: "/")))?.code == .unreadable)
  }
}
