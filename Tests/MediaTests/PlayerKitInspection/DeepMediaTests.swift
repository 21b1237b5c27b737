import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport
import Testing

/// Media with deeper nesting, or larger counts, than any reader can hold.
@Suite(.tags(.pure), .timeLimit(.minutes(2)))
struct DeepMediaTests {
  private let inspector = MediaInspector()

  private func failure(_ bytes: [UInt8]) async -> PlayerError? {
    await inspector.failure(MediaSource(.bytes(GivenBytes(bytes))))
  }

  private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    TagMaker.plain(body.count + 8) + Array(kind.utf8) + body
  }

  @Test("Endlessly nested boxes are no media")
  func boxesBoxesWithout() async {
    let start = box("ftyp", Array("M4A \0\0\0\0".utf8))
    let one: [UInt8] = [0, 0, 0, 0] + Array("moov".utf8)
    let deep = [UInt8](repeatElement(one, count: 200_000).joined())
    #expect(await failure(start + deep)?.code != nil)
  }

  @Test("Endlessly nested chapters do not hide other fields")
  func chaptersChaptersWithout() async throws {
    var nested: [UInt8] = []
    let head = [0x61, 0] + [UInt8](repeating: 0, count: 16)
    // Each head comes before its contents, so the lengths are counted from the inside.
    var sizes: [Int] = []
    var size = 0
    for _ in 0..<35_000 {
      size += head.count
      sizes.append(size)
      size += 10
    }
    for size in sizes.reversed() {
      nested += Array("CHAP".utf8) + TagMaker.plain(size) + [0, 0] + head
    }
    // This flag marks a whole tag with inserted zeros, which is then read as it is.
    let title = TagMaker.text("TIT2", Array("T".utf8), .latin1, version: 3)
    let tag = TagMaker.id3([title, nested], version: 3, flags: 0x80)
    let found = try await inspector.inspect(tag + TagMaker.audio())
    #expect(found.metadata.title == "T")
  }

  @Test("An index that claims more packets than there are bytes is ignored")
  func indexClaimsMore() async throws {
    var bytes = Array(try TagFixture.data("front.m4a"))
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("stsz".utf8)) }
    )
    // One size for all samples, and their number.
    bytes.replaceSubrange(
      place + 8..<place + 16,
      with: TagMaker.plain(1) + TagMaker.plain(178_000_000)
    )
    let found = try await inspector.inspect(bytes)
    #expect(found.metadata.album == "The Album")
    #expect((found.codec, found.sampleRate) == ("aac", 16_000))
    #expect(abs(try #require(found.duration) / .seconds(1) - 4) < 0.1)
  }

  @Test("A chapter at an impossible time is dropped")
  func chapterTimeNo() async throws {
    var bytes = Array(try TagFixture.data("book.m4b"))
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("chpl".utf8)) }
    )
    // After the kind: version and flags, four bytes, the count.
    let first = place + 4 + (bytes[place + 4] == 1 ? 9 : 5)
    bytes.replaceSubrange(first..<first + 8, with: [0x08, 0, 0, 0, 0, 0, 0, 0])
    let before = try await inspector.inspect(try TagFixture.data("book.m4b")).metadata.chapters
    let after = try await inspector.inspect(bytes).metadata.chapters
    #expect(after.count == before.count - 1)
  }

  @Test("A chunk with an impossible offset after a tag is no media")
  func chunkLeadsBeyond() async {
    let tag = TagMaker.id3([TagMaker.text("TIT2", "T")])
    let description = [UInt8](repeating: 0, count: 32)
    let chunk = Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 32] + description
    let far = Array("free".utf8) + [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xC0]
    for end in [UInt8(0), 0x80, 0xC0, 0xF0, 0xFF] {
      var bytes = tag + Array("caff".utf8) + [0, 1, 0, 0] + chunk + far
      bytes[bytes.count - 1] = end
      _ = await failure(bytes + [UInt8](repeating: 0, count: 100))
    }
  }

  @Test("Items at servers are skipped if they are not allowed")
  func itemsServersLeft() async throws {
    let url = try #require(URL(string: "http://music.example/a.mp3"))
    let careful = MediaInspector(.init(looksAtServers: false))
    #expect(careful.place(of: URLTrack(url: url)) == nil)
    #expect(careful.place(of: URLTrack(path: "/a.mp3")) == .local)
    #expect(try await careful.lyrics(of: URLTrack(url: url), metadata: TrackMetadata()) == nil)
    #expect(MediaInspector().place(of: URLTrack(url: url)) == .remote)
  }
}
