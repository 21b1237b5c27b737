import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The bytes of a resource that stay in memory, and how a reader uses them, without a network.
@Suite(.tags(.pure))
struct RetainedBytesTests {
  private static let total = 4 << 20
  private static let bytes = Data((0..<total).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) })
  private var data: Data { Self.bytes }
  private var reader = HTTPReader()

  /// Serves all requests of a reader, and returns their offsets.
  private mutating func serve(_ actions: [HTTPReader.Action], tag: String? = "\"1\"") -> [Int64] {
    var offsets: [Int64] = []
    var pending = actions
    while let action = pending.first {
      pending.removeFirst()
      guard case .start(let request, _) = action else { continue }
      offsets.append(request.offset)
      let end = min(request.offset + (request.length ?? .max >> 1), Int64(Self.total))
      let fields = [
        "Content-Range": "bytes \(request.offset)-\(end - 1)/\(Self.total)", "ETag": tag,
        "Content-Length": "\(end - request.offset)",
      ]
      pending += reader.received(
        MediaResponseHead(status: 206) { fields[$0] ?? nil },
        serial: request.serial
      )
      pending += reader.received(data[request.offset..<end], serial: request.serial)
      pending += reader.finished(nil, serial: request.serial)
    }
    return offsets
  }

  /// The offsets of the requests after a seek, or `nil` if the seek is refused.
  private mutating func seek(to offset: Int64) -> [Int64]? {
    reader.seek(to: offset).map { serve($0) }
  }

  private mutating func read(_ count: Int) -> (bytes: Data, requests: [Int64]) {
    var bytes = [UInt8](repeating: 0, count: count)
    let (step, actions) = bytes.withUnsafeMutableBytes { reader.read(into: $0) }
    let requests = serve(actions)
    guard case .bytes(let read) = step else { return (Data(), requests) }
    return (Data(bytes.prefix(read)), requests)
  }

  /// Reads like libmpv if the index is at the end: the first bytes, the last, and the first again.
  private mutating func readIndexLast() {
    #expect(serve(reader.begin()) == [0])
    _ = read(4_096)
    #expect(seek(to: 4_000_000) == [4_000_000])
    _ = read(100_000)
  }

  @Test("A seek back to the beginning sends no request")
  mutating func wayBackBeginning() {
    readIndexLast()
    #expect(seek(to: 0) == [])
    let (bytes, requests) = read(100_000)
    #expect(bytes == data[0..<100_000])
    #expect(requests == [])
    // The reader continues after the kept bytes, and nothing is lost there.
    var all = bytes
    while all.count < 1 << 20 {
      let more = read(50_000).bytes
      guard !more.isEmpty else { break }
      all += more
    }
    #expect(all == data[0..<all.count])
  }

  @Test("A seek back to the index sends no request")
  mutating func wayBackIndex() {
    readIndexLast()
    _ = seek(to: 0)
    #expect(seek(to: 4_050_000) == [])
    #expect(read(1_000).bytes == data[4_050_000..<4_051_000])
  }

  @Test("Kept bytes of one reader let another begin without a request")
  mutating func oneReaderKept() throws {
    readIndexLast()
    let kept = try #require(reader.kept)
    reader = HTTPReader(kept: kept)
    #expect(reader.isHeadKnown && reader.isSeekable && reader.total == Int64(Self.total))
    #expect(serve(reader.begin()) == [])
    #expect(read(4_096).bytes == data[0..<4_096])
    #expect(seek(to: 4_000_000) == [])
    #expect(read(1_000).bytes == data[4_000_000..<4_001_000])
    #expect(seek(to: 4_096) == [])
    let (bytes, requests) = read(100_000)
    #expect(bytes == data[4_096..<104_096])
    // Playback continues, so the next bytes of the same version are requested.
    #expect(requests == [512 << 10])
  }

  @Test("Bytes in sequence are kept only at the beginning")
  mutating func followsRowNot() {
    _ = serve(reader.begin())
    while read(64 << 10).bytes.count > 0 {}
    #expect(reader.kept?.count == 512 << 10)
    #expect(reader.kept?.canBegin == true)
  }

  @Test("A part of each of the last two sought positions is kept")
  mutating func placesSoughtLast() throws {
    _ = serve(reader.begin())
    for place in [1 << 20, 2 << 20, 3 << 20] {
      _ = seek(to: Int64(place))
      while read(64 << 10).bytes.count > 0 {}
    }
    let kept = try #require(reader.kept)
    #expect(kept.window(from: 1 << 20) == nil)
    #expect(kept.window(from: 2 << 20) != nil)
    #expect(kept.window(from: 3 << 20) != nil)
    #expect(kept.count == 2 << 20)
    // The memory accepts all of these bytes of one resource.
    let memory = ByteMemory()
    memory.keep(kept, of: try address("a"))
    #expect(memory.bytes(of: try address("a"))?.count == 2 << 20)
  }

  @Test("Bytes without a version can't begin a later load")
  func bytesWithoutVersion() {
    var kept = RetainedBytes(total: 100, validator: nil)
    kept.add(Data(count: 50), at: 0, since: 0)
    #expect(!kept.canBegin)
  }

  // MARK: Memory

  private func address(_ name: String, _ headers: [String: String] = [:]) throws -> HTTPAddress {
    HTTPAddress(url: try #require(URL(string: "https://example.org/\(name)")), headers: headers)
  }

  private func bytes(_ count: Int) -> RetainedBytes {
    var kept = RetainedBytes(total: 1 << 30, validator: "\"1\"")
    kept.add(Data(count: count), at: 0, since: 0)
    return kept
  }

  @Test("Bytes are returned only for the same address and header fields")
  func bytesOnlyGiven() throws {
    let memory = ByteMemory()
    memory.keep(bytes(10), of: try address("a", ["Authorization": "me"]))
    #expect(memory.bytes(of: try address("a", ["Authorization": "me"]))?.count == 10)
    #expect(memory.bytes(of: try address("a", ["Authorization": "you"])) == nil)
    #expect(memory.bytes(of: try address("a")) == nil)
    #expect(memory.bytes(of: try address("b", ["Authorization": "me"])) == nil)
  }

  @Test("The oldest bytes are dropped first, and refused bytes at once")
  func keptFirstForgotten() throws {
    let memory = ByteMemory(capacity: 100)
    memory.keep(bytes(40), of: try address("a"))
    memory.keep(bytes(40), of: try address("b"))
    memory.keep(bytes(50), of: try address("a"))
    memory.keep(bytes(40), of: try address("c"))
    #expect(memory.bytes(of: try address("a"))?.count == 50)
    #expect(memory.bytes(of: try address("b")) == nil)
    memory.forget(try address("a"))
    #expect(memory.bytes(of: try address("a")) == nil)
    memory.keep(bytes(101), of: try address("d"))
    #expect(memory.bytes(of: try address("d")) == nil)
    #expect(memory.bytes(of: try address("c")) != nil)
  }
}
