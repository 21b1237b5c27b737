import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Metadata in the body of a live stream", .tags(.pure))
struct ICYTests {
  private static func block(_ text: String) -> Data {
    let bytes = Data(text.utf8)
    let units = (bytes.count + 15) / 16
    return Data([UInt8(units)]) + bytes + Data(count: units * 16 - bytes.count)
  }

  @Test("is removed from a body in pieces of any size", arguments: [1, 3, 7, 16, 1_000])
  func pieces(size: Int) {
    let audio = Data((0..<50).map { UInt8($0) })
    var body = Data()
    for start in stride(from: 0, to: 50, by: 10) {
      body += audio[start..<start + 10]
      body += start == 20 ? Self.block("StreamTitle='A';") : Data([0])
    }
    var stripper = ICYStripper(interval: 10)
    var out = Data()
    var found: [ICYStripper.Finding] = []
    for start in stride(from: 0, to: body.count, by: size) {
      let piece = body[start..<min(start + size, body.count)]
      let result = stripper.consume(Data(piece), at: Int64(out.count))
      out += result.audio
      found += result.found
    }
    #expect(out == audio)
    #expect(found.map(\.offset) == [30])
    #expect(found.first.map { ICYBlock.fields(of: $0.text) } == ["streamtitle": "A"])
  }

  @Test(
    "is read for its fields",
    arguments: [
      (
        "StreamTitle='A - B';StreamUrl='http://c';",
        ["streamtitle": "A - B", "streamurl": "http://c"]
      ),
      ("StreamTitle='It's';quoted'; x';", ["streamtitle": "It's';quoted'; x"]),
      ("StreamTitle='';", ["streamtitle": ""]),
      ("StreamTitle='cut", ["streamtitle": "cut"]),
      ("StreamTitle='Grüße';\0\0\0", ["streamtitle": "Grüße"]),
      ("nonsense", [:]), ("", [:]), ("='", ["": ""]),
    ]
  )
  func fields(text: String, expected: [String: String]) {
    #expect(ICYBlock.fields(of: Data(text.utf8)) == expected)
  }

  @Test("is decoded as Latin-1 if it is not UTF-8")
  func latin() {
    let block = Data("StreamTitle='Gr".utf8) + Data([0xFC, 0xDF]) + Data("e';".utf8)
    #expect(ICYBlock.fields(of: block) == ["streamtitle": "Grüße"])
  }

  private func read(_ reader: inout HTTPReader, _ count: Int) -> Int {
    var buffer = [UInt8](repeating: 0, count: count)
    let step = buffer.withUnsafeMutableBytes { reader.read(into: $0).0 }
    if case .bytes(let count) = step { return count }
    return 0
  }

  private func makeReader(_ fields: [String: String]) -> HTTPReader {
    var reader = HTTPReader()
    _ = reader.begin()
    let head = MediaResponseHead(status: 200) { name in
      fields.first { $0.key.lowercased() == name.lowercased() }?.value
    }
    _ = reader.received(head, serial: 1)
    return reader
  }

  @Test("is reported when the bytes before it were read, and no read passes it")
  func reads() {
    var reader = makeReader(["icy-metaint": "10", "icy-name": "Radio"])
    #expect(reader.isLive)
    #expect(!reader.isSeekable)
    let body = Data(count: 10) + Self.block("StreamTitle='One';") + Data(count: 5)
    _ = reader.received(body, serial: 1)
    #expect(read(&reader, 8) == 8)
    #expect(reader.takeMetadata() == StreamMetadata(name: "Radio"))
    #expect(read(&reader, 8) == 2)
    #expect(reader.takeMetadata() == nil)
    #expect(read(&reader, 8) == 5)
    #expect(reader.takeMetadata() == StreamMetadata(title: "One", name: "Radio"))
  }

  @Test("waits in bounded memory, however often a station sends it")
  func bounded() {
    var titles = LiveTitles(
      MediaResponseHead(status: 200) { $0.lowercased() == "icy-metaint" ? "1" : nil }
    )
    for number in 0..<5_000 {
      let body = Data([0]) + Self.block("StreamTitle='\(number)';")
      #expect(titles.consume(body, at: Int64(number)).count == 1)
    }
    var (position, places) = (Int64(0), 0)
    while case let room = titles.room(at: position), room < .max {
      position += Int64(room)
      places += 1
    }
    #expect(places <= 256)
    #expect(titles.takePassed()?.title == "4999")
  }

  @Test("that is missing leaves a stream unchanged")
  func plain() {
    var reader = makeReader(["Content-Length": "20"])
    #expect(!reader.isLive)
    _ = reader.received(Data(count: 20), serial: 1)
    #expect(read(&reader, 100) == 20)
    #expect(reader.takeMetadata() == nil)
  }

  @Test(
    "is not searched at an invalid interval",
    arguments: ["0", "-1", "x", "99999999999"]
  )
  func nonsense(interval: String) {
    var reader = makeReader(["icy-metaint": interval])
    _ = reader.received(Data(count: 20), serial: 1)
    #expect(read(&reader, 100) == 20)
  }
}
