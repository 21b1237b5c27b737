import PlayerKit
import PlayerKitInspection
import PlayerKitMedia
import TestSupport
import Testing

/// Tags at unusual places, and in forms that their standards do not allow.
@Suite("Odd tags", .tags(.pure), .timeLimit(.minutes(1)))
struct OddTagTests {
  private let inspector = MediaInspector()
  private static let footer: UInt8 = 0x10

  private static func title(_ title: String = "Song", artist: String = "Ada") -> [[UInt8]] {
    [TagMaker.text("TIT2", title), TagMaker.text("TPE1", artist)]
  }

  /// A tag with a copy of its header at its end.
  private static func withFooter(_ frames: [[UInt8]]) -> [UInt8] {
    let tag = TagMaker.id3(frames, flags: footer)
    return tag + Array("3DI".utf8) + tag[3..<10]
  }

  private func metadata(_ bytes: [UInt8]) async throws -> TrackMetadata {
    try await inspector.inspect(bytes).metadata
  }

  @Test("with a footer are read to the last frame, also at the end of the file")
  func footers() async throws {
    let tag = Self.withFooter(Self.title())
    for bytes in [try tag + TagMaker.audio(), try TagMaker.audio() + tag] {
      let found = try await metadata(bytes)
      #expect(found.title == "Song")
      #expect(found.artist == "Ada")
    }
  }

  @Test("of APEv2 in front are read, and those of a second ID3v2 if the first lacks them")
  func inFront() async throws {
    let ape = TagMaker.ape([("Title", Array("Song".utf8), true)], hasHeader: true)
    #expect(try await metadata(ape + TagMaker.audio()).title == "Song")
    let first = TagMaker.id3([TagMaker.text("TIT2", "First")])
    let found = try await metadata(first + TagMaker.id3(Self.title()) + TagMaker.audio())
    #expect(found.title == "First")
    #expect(found.artist == "Ada")
  }

  @Test(
    "of ID3v2 in front of other media are read beside their own",
    arguments: [
      "vorbis.ogg", "opus.opus", "front.m4a", "id3.wav", "id3.aiff", "wavpack.wv", "musepack.mpc",
    ]
  )
  func beforeOthers(name: String) async throws {
    let media = Array(try TagFixture.data(name))
    let own = try await metadata(media)
    let tag = TagMaker.id3([TagMaker.frame("TSRC", [3] + Array("DEABC1234567".utf8))])
    let found = try await metadata(tag + media)
    #expect(found.title == own.title)
    #expect(found.artist == own.artist)
    #expect(found.album == own.album)
    #expect(found.details.isrc == own.details.isrc ?? "DEABC1234567")
  }

  @Test("in UTF-16 may lack the byte order mark", arguments: [3, 4] as [UInt8])
  func unmarked(version: UInt8) async throws {
    for text in ["Söng", "Songs"] {
      for isBigEndian in [false, true] {
        let bytes = text.utf16.flatMap { unit in
          [UInt8(unit >> 8), UInt8(unit & 0xFF)].reversed(unless: isBigEndian)
        }
        let frame = TagMaker.text("TIT2", bytes, .utf16, version: version)
        let tag = TagMaker.id3([frame], version: version)
        #expect(try await metadata(tag + TagMaker.audio()).title == text)
      }
    }
  }

  @Test("that claim to be Latin-1 may be in another script")
  func otherScripts() async throws {
    let russian: [UInt8] = [0xCF, 0xE5, 0xF1, 0xED, 0xFF, 0x20, 0xEF, 0xF0, 0xEE]
    let tag = TagMaker.id3([TagMaker.text("TIT2", russian, .latin1)])
    #expect(try await metadata(tag + TagMaker.audio()).title == "Песня про")
    let western: [UInt8] = Array("Caf".utf8) + [0xE9, 0x20, 0xC0, 0x20] + Array("la carte".utf8)
    let other = TagMaker.id3([TagMaker.text("TIT2", western, .latin1)])
    #expect(try await metadata(other + TagMaker.audio()).title == "Café À la carte")
  }
}

extension Array {
  fileprivate func reversed(unless isKept: Bool) -> [Element] { isKept ? self : reversed() }
}
