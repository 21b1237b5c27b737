import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

@Suite("CUE sheets", .tags(.local), .timeLimit(.minutes(3)))
struct CueSheetTests {
  private let inspector = MediaInspector()
  private let sheet = """
    PERFORMER "Ada Example"
    FILE "disc.wav" WAVE
      TRACK 01 AUDIO
        TITLE "First"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Second"
        INDEX 00 00:01:00
        INDEX 01 00:02:00
    """

  private func chapters(_ sheet: String, beside name: String = "disc.mp3") async throws -> [Chapter]
  {
    let folder = ScratchFolder()
    defer { folder.remove() }
    try Data(TagMaker.audio()).write(to: folder.url.appendingPathComponent(name))
    try Data(sheet.utf8).write(to: folder.url.appendingPathComponent("Disc.CUE"))
    return try await inspector.inspect(path: folder.path(name)).metadata.chapters
  }

  private let expected = [
    Chapter(title: "First", start: .zero, end: .seconds(2)),
    Chapter(title: "Second", start: .seconds(2)),
  ]

  @Test("beside a file supply its chapters")
  func beside() async throws {
    #expect(try await chapters(sheet) == expected)
    #expect(try await chapters(sheet.replacing("disc.wav", with: "rip.wav")) == expected)
    #expect(try await chapters(sheet, beside: "other.mp3").isEmpty)
    #expect(try await chapters("Dear diary").isEmpty)
  }

  @Test("of several files supply no chapters")
  func several() async throws {
    let second = sheet.replacing("  TRACK 02", with: "FILE \"b.wav\" WAVE\n  TRACK 02")
    #expect(try await chapters(second).isEmpty)
  }

  @Test("in a field supply the chapters, with priority over a sheet beside the file")
  func field() async throws {
    let frame = TagMaker.text("TXXX", "CUESHEET\0" + sheet)
    let found = try await inspector.inspect(TagMaker.id3([frame]) + TagMaker.audio())
    #expect(found.metadata.chapters == expected)
  }

  @Test("in a FLAC block supply chapters without titles, since they contain only ISRCs")
  func block() async throws {
    let found = try await inspector.inspect(try Self.flac())
    #expect(found.metadata.chapters.map(\.start) == [.zero, .seconds(2)])
    #expect(found.metadata.chapters.map(\.title) == [nil, nil])
  }

  /// A FLAC file with such a block after its first one, and no comments.
  private static func flac() throws -> [UInt8] {
    let data = Array(try TagFixture.data("comments.flac"))
    var audio = 4
    var isLast = false
    while !isLast {
      isLast = data[audio] & 0x80 != 0
      audio += 4 + data[audio + 1..<audio + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    func track(_ number: UInt8, at samples: Int, _ isrc: String) -> [UInt8] {
      let index = number == 170 ? [] : [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0]
      return TagMaker.plain(0) + TagMaker.plain(samples) + [number]
        + Array(isrc.utf8) + [UInt8](repeating: 0, count: 12 - isrc.utf8.count + 14)
        + [number == 170 ? 0 : 1] + index
    }
    let tracks =
      track(1, at: 0, "QZABC1234567") + track(2, at: 32_000, "QZABC1234568")
      + track(170, at: 64_000, "")
    let body = [UInt8](repeating: 0, count: 128 + 8 + 1 + 258) + [3] + tracks
    let first = Array(data[4..<42])
    return Array("fLaC".utf8) + [first[0] & 0x7F] + first[1...] + [0x85]
      + TagMaker.plain(body.count)[1...] + body + data[audio...]
  }
}
