import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite(.tags(.pure))
struct GuardedByteStreamTests {
  /// Reads to the end in pieces.
  private func readAll(
    _ stream: any ByteStream,
    inPiecesOf length: Int = 4_096
  ) throws(PlayerError) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: length)
    while true {
      let count = try stream.read(into: &piece)
      if count == 0 { return all }
      all += piece.prefix(count)
    }
  }

  private func guarded(_ bytes: [UInt8]) -> GuardedByteStream {
    GuardedByteStream(MemoryByteSource(bytes).makeStream())
  }

  @Test(
    "Media that make a reader allocate gigabytes are refused",
    arguments: HungryMedia.refused.map(\.name),
    [13, 4_096, 65_536]
  )
  func hungryRefused(name: String, length: Int) throws {
    let bytes = try #require(HungryMedia.refused.first { $0.name == name }).bytes
    let stream = guarded(bytes)
    for _ in 0..<2 {
      let error = #expect(throws: PlayerError.self) { try readAll(stream, inPiecesOf: length) }
      #expect(error?.code == .unsupportedFormat)
    }
    #expect(throws: PlayerError.self) { try stream.seek(to: 0) }
  }

  @Test(
    "Misplaced names of boxes are hidden at every read",
    arguments: HungryMedia.defused.map(\.name)
  )
  func namesHidden(name: String)
    throws
  {
    let bytes = try #require(HungryMedia.defused.first { $0.name == name }).bytes
    let stream = guarded(bytes)
    let all = try readAll(stream)
    #expect(all.count == bytes.count)
    #expect((all == bytes) == (name == "fragments without an end"))
    for place in [0, bytes.count / 2, 200] {
      try stream.seek(to: Int64(place))
      #expect(try readAll(stream, inPiecesOf: 100) == Array(all[place...]))
    }
  }

  @Test(
    "Ordinary media pass unchanged, in the order of the reader",
    arguments: [
      "aac-a-edit.m4a", "aac-a-tag.m4a", "film.mp4", "film-fragments.mp4", "joint-lame.mp3",
      "loudness.flac", "loudness.ogg", "loudness.opus",
    ],
    [1, 7, 4_096, 65_536]
  )
  func ordinaryPass(name: String, length: Int)
    throws
  {
    let bytes = Array(try Fixture.data(name))
    let inner = OrderedStream(MemoryByteSource(bytes).makeStream())
    let all = try readAll(GuardedByteStream(inner), inPiecesOf: length)
    // A reader of audio does not need groups of packets.
    let names = ["sgpd", "sbgp", "saiz", "saio", "senc"].map { Array($0.utf8) }
    let changed = zip(all, bytes).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(all.count == bytes.count)
    #expect(changed.allSatisfy { place in names.contains { bytes[place...].starts(with: $0) } })
    #expect(inner.seeks.withLock(\.self) == 0)
  }

  @Test("An audio book of twelve hours with a cover passes unchanged")
  func audioBookPasses() throws {
    let bytes = HungryMedia.audioBook
    let stream = guarded(bytes)
    var head = [UInt8](repeating: 0, count: 10 << 20)
    var count = 0
    while count < head.count {
      var piece = [UInt8](repeating: 0, count: min(65_536, head.count - count))
      let read = try stream.read(into: &piece)
      head.replaceSubrange(count..<count + read, with: piece.prefix(read))
      count += read
    }
    #expect(head == Array(bytes.prefix(head.count)))
  }

  @Test("Small compressed frames, many pictures, and long lyrics pass")
  func smallFramesPass() throws {
    var text = TagMaker.frame(
      "TIT2",
      TagMaker.synchsafe(1_000) + Deflate.zeros(1_000, behind: [3, 0x61])
    )
    text[9] = 0x09
    let picture = TagMaker.picture(SeededBytes.make(1 << 20))
    let lyrics = TagMaker.text("USLT", String(repeating: "la ", count: 100_000))
    let bytes =
      TagMaker.id3([text, picture, lyrics]) + [UInt8](repeating: 0xFF, count: 1_000)
    #expect(try readAll(guarded(bytes), inPiecesOf: 65_536) == bytes)
  }

  @Test("A tag may be read again from its beginning")
  func tagReadAgain() throws {
    var text = TagMaker.frame(
      "TIT2",
      TagMaker.synchsafe(900_000) + Deflate.zeros(900_000, behind: [3, 0x61])
    )
    text[9] = 0x09
    let bytes = TagMaker.id3([text]) + [UInt8](repeating: 0, count: 1_000)
    let stream = guarded(bytes)
    for _ in 0..<5 {
      #expect(try readAll(stream) == bytes)
      try stream.seek(to: 0)
    }
  }
}

/// Counts a reader's seeks.
private final class OrderedStream: ByteStream {
  let seeks = Locked(0)
  private let stream: any ByteStream

  init(_ stream: any ByteStream) { self.stream = stream }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    try stream.read(into: buffer)
  }

  func seek(to offset: Int64) throws(PlayerError) {
    seeks.withLock { $0 += 1 }
    try stream.seek(to: offset)
  }

  var isSeekable: Bool { stream.isSeekable }
  var size: Int64? { stream.size }
  func cancel() { stream.cancel() }
  func close() { stream.close() }
}

/// Bytes that look like a picture's.
private enum SeededBytes {
  static func make(_ count: Int) -> [UInt8] {
    var state: UInt64 = 7
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}
