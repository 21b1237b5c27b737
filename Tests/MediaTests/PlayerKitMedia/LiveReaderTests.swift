import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A reader of a live stream", .tags(.pure))
struct LiveReaderTests {
  private var reader = HTTPReader(limits: .init(firstWindow: 100))

  private static let part = [
    "content-range": "bytes 0-99/*", "content-length": "100", "icy-metaint": "80",
  ]

  private static func head(_ status: Int, _ fields: [String: String]) -> MediaResponseHead {
    MediaResponseHead(status: status) { fields[$0.lowercased()] }
  }

  private mutating func read(_ count: Int) -> (HTTPReader.Step, [HTTPReader.Action]) {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { reader.read(into: $0) }
  }

  private static let whole = HTTPReader.Request(
    serial: 2,
    offset: 0,
    extent: .all,
    validator: nil
  )

  @Test("requests the whole stream if a server took the range literally")
  mutating func asksAgain() {
    _ = reader.begin()
    let actions = reader.received(Self.head(206, Self.part), serial: 1)
    #expect(actions == [.cancel(serial: 1), .start(Self.whole, after: .zero)])
    // The rest of the cancelled part is ignored.
    _ = reader.received(Data(count: 100), serial: 1)
    #expect(reader.finished(nil, serial: 1).isEmpty)
    #expect(read(10).0 == .wait)
    _ = reader.received(Self.head(200, ["icy-metaint": "80"]), serial: 2)
    #expect(reader.isLive)
    _ = reader.received(Data(count: 80) + [0] + Data(count: 70), serial: 2)
    #expect(read(1_000).0 == .bytes(150))
    #expect(read(1_000).0 == .wait)
  }

  @Test("accepts a part as an answer to a request for the whole")
  mutating func insists() {
    _ = reader.begin()
    _ = reader.received(Self.head(206, Self.part), serial: 1)
    #expect(reader.received(Self.head(206, Self.part), serial: 2).isEmpty)
    #expect(reader.isLive)
    _ = reader.received(Data(count: 80) + [0] + Data(count: 70), serial: 2)
    #expect(read(1_000).0 == .bytes(150))
  }

  @Test(
    "recognizes it by a part of something without a known end",
    arguments: [
      (["content-range": "bytes 0-99/*"], true),
      (["content-range": "bytes 0-99/*", "etag": "W/\"1\""], true),
      (["content-range": "bytes 0-99/*", "etag": "\"1\""], false),
      (["content-range": "bytes 0-99/1000"], false),
      (["content-range": "bytes 0-99/1000", "icy-name": "Radio"], true),
      (["content-range": "bytes 0-99/1000", "icy-name": "Radio", "etag": "\"1\""], false),
      (["content-range": "bytes 0-99/1000", "icy-metaint": "80", "etag": "\"1\""], true),
    ]
  )
  mutating func isAskedAgain(fields: [String: String], expected: Bool) {
    var fields = fields
    fields["content-length"] = "100"
    _ = reader.begin()
    let actions = reader.received(Self.head(206, fields), serial: 1)
    #expect(actions.contains(.start(Self.whole, after: .zero)) == expected)
    #expect((reader.service == .parts) != expected)
  }

  @Test(
    "refuses a page in pieces of any size",
    arguments: ["<!DOCTYPE html><p>", "\u{FEFF}\r\n <HTML lang=en>", "<body>"],
    [1, 5, 100]
  )
  mutating func page(text: String, size: Int) {
    _ = reader.begin()
    _ = reader.received(Self.head(200, ["icy-name": "Radio"]), serial: 1)
    let page = Array(text.utf8)
    var actions: [HTTPReader.Action] = []
    for start in stride(from: 0, to: page.count, by: size) {
      actions += reader.received(Data(page[start...].prefix(size)), serial: 1)
    }
    #expect(actions.contains(.cancel(serial: 1)))
    #expect(reader.failure == HTTPFailure.page)
  }

  @Test(
    "continues if the body is no page",
    arguments: ["<html".utf8.dropLast() + [0xFF], Array("ID3 <html>".utf8), [0x3C, 0xFF, 0xFB]]
  )
  mutating func noPage(bytes: [UInt8]) {
    _ = reader.begin()
    _ = reader.received(Self.head(200, ["icy-name": "Radio"]), serial: 1)
    #expect(reader.received(Data(bytes), serial: 1).contains { $0 == .cancel(serial: 1) } == false)
    // After the beginning, a page is only a part of the stream.
    _ = reader.received(Data(count: 100), serial: 1)
    _ = reader.received(Data("<!DOCTYPE html>".utf8), serial: 1)
    #expect(reader.failure == nil)
  }

  @Test(
    "fails when it ends, however politely, once everything was read",
    arguments: [nil, PlayerError(.interrupted, "The connection was lost.")]
  )
  mutating func ceases(error: PlayerError?) {
    _ = reader.begin()
    _ = reader.received(Self.head(200, ["icy-name": "Radio"]), serial: 1)
    _ = reader.received(Data(count: 50), serial: 1)
    _ = reader.finished(error, serial: 1)
    #expect(read(1_000).0 == .bytes(50))
    #expect(read(1_000).0 == .failed(HTTPFailure.brokeOff))
    #expect(reader.failure?.isRetryable == true)
  }

  @Test("is not misled by a body without a length that ends when it is closed")
  mutating func ends() {
    _ = reader.begin()
    _ = reader.received(Self.head(200, [:]), serial: 1)
    _ = reader.received(Data(count: 50), serial: 1)
    _ = reader.finished(nil, serial: 1)
    #expect(read(1_000).0 == .bytes(50))
    #expect(read(1_000).0 == .end)
  }

  @Test("is not misled by parts of an unknown whole that ends when none is left")
  mutating func endsInParts() {
    _ = reader.begin()
    let fields = ["content-range": "bytes 0-99/*", "content-length": "100", "etag": "\"1\""]
    _ = reader.received(Self.head(206, fields), serial: 1)
    _ = reader.received(Data(count: 100), serial: 1)
    _ = reader.finished(nil, serial: 1)
    #expect(read(1_000).0 == .bytes(100))
    // An impossible position is refused, and does not count.
    #expect(reader.seek(to: .max) == nil)
    _ = reader.received(Self.head(416, [:]), serial: 2)
    #expect(read(1_000).0 == .end)
    #expect(reader.total == 100)
  }

  @Test("does not take a position after the end of an unknown whole for the end")
  mutating func farBehind() {
    _ = reader.begin()
    let fields = ["content-range": "bytes 0-99/*", "content-length": "100", "etag": "\"1\""]
    _ = reader.received(Self.head(206, fields), serial: 1)
    _ = reader.seek(to: 5_000_000)
    _ = reader.received(Self.head(416, [:]), serial: 2)
    #expect(reader.total == nil)
    #expect(reader.failure != nil)
  }
}
