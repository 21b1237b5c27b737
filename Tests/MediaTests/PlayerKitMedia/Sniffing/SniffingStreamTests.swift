import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite(.tags(.pure), .timeLimit(.minutes(3)))
struct SniffedContentTests {
  static let hls = ["#EXTM3U\n#EXT-X-VERSION:3\n", "\u{FEFF}#EXTM3U\r\n\r\n  #EXT-X-INDEPENDENT"]
  static let lists = ["#EXTM3U\n#EXTINF:1,a #EXT-X-\na.mp3\n", "#EXTM3U"]
  static let media = ["ID3\u{4}\u{0}", "", "#EXT", "#EXT-X-VERSION:3\n", "OggS"]

  @Test("A line with an HLS tag makes a list HLS", arguments: hls)
  func lineTagOwn(text: String) {
    #expect(SniffedContent(text.utf8, isAll: false) == .hls)
  }

  @Test("Other lists are recognized when they are read whole", arguments: lists)
  func otherListsBegin(text: String) {
    #expect(SniffedContent(text.utf8, isAll: false) == nil)
    #expect(SniffedContent(text.utf8, isAll: true) == .list)
  }

  @Test("Everything else is media", arguments: media)
  func allElseMedia(text: String) {
    #expect(SniffedContent(text.utf8, isAll: true) == .media)
  }

  @Test("Only as many bytes as needed are examined")
  func noMoreLooked() {
    let long = "#EXTM3U\n" + String(repeating: "#\n", count: SniffedContent.enough)
    #expect(SniffedContent(long.utf8, isAll: false) == .list)
  }
}

@Suite(.tags(.pure), .timeLimit(.minutes(3)))
struct SniffingStreamTests {
  /// A live stream of a few bytes at a time, whose title is its reader's offset.
  private final class Station: TitledStream {
    let bytes: [UInt8]
    let piece: Int
    private let offset = Locked(0)
    private let closes = Locked(0)

    init(_ bytes: [UInt8], piece: Int) {
      self.bytes = bytes
      self.piece = piece
    }

    var isClosed: Bool { closes.withLock { $0 == 1 } }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      offset.withLock { offset in
        let count = min(piece, buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<offset + count])
        offset += count
        return count
      }
    }

    func seek(to offset: Int64) { self.offset.withLock { $0 = Int(offset) } }
    var isSeekable: Bool { true }
    var size: Int64? { Int64(bytes.count) }
    func cancel() {}
    func close() { closes.withLock { $0 += 1 } }
    var isLive: Bool { true }
    func takeMetadata() -> StreamMetadata? {
      var metadata = StreamMetadata()
      metadata.title = "\(offset.withLock(\.self))"
      return metadata
    }
  }

  private static let audio = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
  private static let list = Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8)

  private func readAll(_ stream: some ByteStream, _ count: Int = 777) throws -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: count)
    while true {
      let count = try stream.read(into: &piece)
      guard count > 0 else { return all }
      all += piece.prefix(count)
    }
  }

  @Test(
    "Media loses no byte, and keeps the properties of its stream",
    arguments: [1, 3, 500, 9_000]
  )
  func mediaNotByte(piece: Int) throws {
    let station = Station(Self.audio, piece: piece)
    let stream = SniffingStream(station) { _, _, _ in fatalError("It is no list.") }
    #expect(stream.isSeekable && stream.size == 10_000 && stream.isLive)
    #expect(try readAll(stream) == Self.audio)
    #expect(stream.takeMetadata()?.title == "10000")
    for offset in [0, 1, 400, 9_999, 5_000, 2] {
      try stream.seek(to: Int64(offset))
      #expect(try readAll(stream) == Array(Self.audio[offset...]))
    }
    stream.close()
    #expect(station.isClosed)
  }

  @Test("A list's stream is read instead of the list")
  func listLeadsRead() throws {
    let station = Station(Self.list, piece: 5)
    let stream = SniffingStream(station) { content, head, _ in
      #expect(content == .hls)
      #expect(Self.list.starts(with: head))
      return MemoryByteSource([1, 2, 3]).makeStream()
    }
    #expect(stream.size == 3)
    #expect(station.isClosed)
    #expect(try readAll(stream) == [1, 2, 3])
    #expect(!stream.isLive)
  }

  @Test("A list without a target stays a list")
  func listLeadsNowhere() throws {
    let stream = SniffingStream(Station(Self.list, piece: 5)) { _, _, _ in nil }
    #expect(try readAll(stream) == Self.list)
  }

  @Test("A list that can't be followed fails each time with the same error")
  func canTFollowed() throws {
    let stream = SniffingStream(Station(Self.list, piece: 5)) { _, _, _ throws(PlayerError) in
      throw PlayerError(.unreadable, "No.")
    }
    for _ in 0..<2 { #expect(throws: PlayerError(.unreadable, "No.")) { try readAll(stream) } }
    #expect(!stream.isSeekable && stream.size == nil)
  }

  @Test(
    "A server that sends byte after byte is not examined forever",
    arguments: [("#EXTM3U\n", SniffedContent.list), ("<", .media)]
  )
  func serverSendsByte(
    text: String,
    expected: SniffedContent
  ) throws {
    let bytes = Array(text.utf8) + Array(repeating: 0x20, count: 100_000)
    let station = Station(bytes, piece: text.utf8.count)
    let found = Locked<SniffedContent?>(nil)
    let stream = SniffingStream(station, longestLook: .zero) { content, head, _ in
      #expect(head == Array(text.utf8))
      found.withLock { $0 = content }
      return nil
    }
    var piece = [UInt8](repeating: 0, count: 10)
    #expect(try stream.read(into: &piece) == text.utf8.count)
    #expect(found.withLock(\.self) == (expected == .media ? nil : expected))
  }

  @Test("A sniffing source keeps the properties and the cost of the source inside")
  func keepsCostsSource() {
    func isLocal(_ source: some ByteSource) -> Bool { source is any LocalByteSource }
    let memory = SniffingSource(MemoryByteSource([1])) { _, _, _ in nil }
    let local = SniffingSource(
      ClosureByteSource { MemoryByteSource([1]).makeStream() }
    ) { _, _, _ in nil }
    #expect(!isLocal(memory) && isLocal(local))
  }
}
