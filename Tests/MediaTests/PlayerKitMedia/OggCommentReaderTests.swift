import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Comments of an Ogg stream", .tags(.pure))
struct OggCommentReaderTests {
  enum Codec: CaseIterable {
    case vorbis, opus, flac
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func comments(_ texts: [String]) -> [UInt8] {
    number(0) + number(texts.count) + texts.flatMap { number($0.utf8.count) + Array($0.utf8) }
  }

  private static func page(_ packets: [[UInt8]], serial: UInt8, flags: UInt8 = 0) -> Data {
    var segments: [UInt8] = []
    for packet in packets {
      segments += Array(repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    let head = Array("OggS".utf8) + [0, flags] + Array(repeating: 0, count: 8) + [serial, 0, 0, 0]
    return Data(head + Array(repeating: 0, count: 8) + [UInt8(segments.count)] + segments)
      + Data(packets.joined())
  }

  private static func link(_ codec: Codec, _ texts: [String], serial: UInt8) -> Data {
    let (head, tags): ([UInt8], [UInt8]) =
      switch codec {
      case .vorbis: ([1] + Array("vorbis".utf8), [3] + Array("vorbis".utf8))
      case .opus: (Array("OpusHead".utf8), Array("OpusTags".utf8))
      case .flac: ([0x7F] + Array("FLAC".utf8), [0x84, 0, 0, 0])
      }
    return page([head], serial: serial, flags: 2)
      + page([tags + comments(texts), [5]], serial: serial)
      + page([Array(repeating: 0x4F, count: 700)], serial: serial)
  }

  private static func read(_ stream: Data, by size: Int) -> [(Int64, OggCommentReader.Comments)] {
    var reader = OggCommentReader()
    var found: [(Int64, OggCommentReader.Comments)] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      let piece = Data(stream[start..<min(start + size, stream.count)])
      found += reader.consume(piece, at: Int64(start)).map { ($0.offset, $0.comments) }
    }
    return found
  }

  @Test(
    "are found in each link of a chain, in pieces of any size",
    arguments: Codec.allCases,
    [1, 7, 100, 100_000]
  )
  func chain(codec: Codec, size: Int) {
    let first = Self.link(codec, ["title=One", "ARTIST=A", "Artist=B", "x"], serial: 1)
    let second = Self.link(codec, ["TITLE=Two", "TITLE=Three"], serial: 2)
    let found = Self.read(first + second, by: size)
    #expect(found.map(\.1) == [.init(title: "One", artist: "A, B"), .init(title: "Two")])
    #expect(found.first?.0 == 0)
  }

  @Test("are reported when their link begins")
  func place() {
    let first = Self.link(.opus, ["TITLE=One"], serial: 1)
    let found = Self.read(first + Self.link(.vorbis, ["TITLE=Two"], serial: 2), by: 13)
    #expect(found.map(\.0) == [0, Int64(first.count)])
  }

  @Test("that are empty report that no title is known now")
  func empty() {
    let head = MediaResponseHead(status: 200) {
      $0.lowercased() == "content-type" ? "audio/ogg" : nil
    }
    var titles = LiveTitles(head)
    var told: [String?] = []
    for (serial, texts) in [["TITLE=One"], [], ["TITLE=Two"]].enumerated() {
      _ = titles.consume(Self.link(.opus, texts, serial: UInt8(serial)), at: Int64(serial) * 10_000)
      _ = titles.room(at: .max)
      if let new = titles.takePassed() { told.append(new.title) }
    }
    #expect(told == ["One", nil, "Two"])
  }

  @Test("are read up to a limit if they are very long, or state a wrong length")
  func long() {
    let cover = "METADATA_BLOCK_PICTURE=" + String(repeating: "x", count: 60_000)
    let texts = ["TITLE=One"] + Array(repeating: cover, count: 3)
    let packet = Array("OpusTags".utf8) + Self.comments(texts)
    var stream = Self.page([Array("OpusHead".utf8)], serial: 1, flags: 2)
    for start in stride(from: 0, to: packet.count, by: 255 * 200) {
      let part = packet[start..<min(start + 255 * 200, packet.count)]
      var page = Self.page([Array(part)], serial: 1)
      // A packet that continues on the next page has no last segment.
      if part.count == 255 * 200 {
        page.remove(at: 27 + 200)
        page[26] = 200
      }
      stream += page
    }
    #expect(Self.read(stream, by: 5_000).map(\.1) == [.init(title: "One")])
    let lie = Array("OpusTags".utf8) + [255, 255, 255, 255] + Array("TITLE=x".utf8)
    let liar =
      Self.page([Array("OpusHead".utf8)], serial: 1, flags: 2) + Self.page([lie], serial: 1)
    #expect(Self.read(liar, by: 50).isEmpty)
  }

  @Test("are not searched in other media, and noise contains none")
  func others() {
    let skeleton = Self.page([Array("fishead".utf8)], serial: 9, flags: 2)
    #expect(Self.read(skeleton + Self.link(.flac, ["TITLE=a"], serial: 1), by: 9).count == 1)
    var random = SystemRandomNumberGenerator()
    let noise = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    #expect(Self.read(noise + Data("OggS".utf8) + noise, by: 4_096).isEmpty)
  }
}
