import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitWebServer

@Suite("Frames of a WebSocket", .tags(.pure))
struct WebSocketFrameTests {
  /// A frame as a browser sends it.
  private func frame(_ first: UInt8, _ payload: [UInt8], claimed: UInt64? = nil) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    let length = claimed ?? UInt64(payload.count)
    var bytes = [first]
    switch length {
    case 0...125: bytes.append(0x80 | UInt8(length))
    case 126...0xFFFF: bytes += [0x80 | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
    default:
      bytes.append(0x80 | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  private func text(_ text: String) -> WebSocketDecoder.Event { .text(Data(text.utf8)) }

  @Test("a message is read whole, in parts, and byte by byte")
  func reads() throws {
    var decoder = WebSocketDecoder(limit: 1_000)
    #expect(try decoder.feed(frame(0x81, Array("hello".utf8))) == [text("hello")])
    #expect(try decoder.feed(frame(0x01, Array("he".utf8))) == [])
    #expect(try decoder.feed(frame(0x89, [1, 2])) == [.ping(Data([1, 2]))])
    #expect(try decoder.feed(frame(0x80, Array("y".utf8))) == [text("hey")])
    var events: [WebSocketDecoder.Event] = []
    for byte in frame(0x81, Array(repeating: 65, count: 300)) + frame(0x88, []) {
      events += try decoder.feed([byte])
    }
    #expect(events == [text(String(repeating: "A", count: 300)), .closed])
  }

  @Test(
    "a frame that claims to be too large is refused before it arrives",
    arguments: [1_001, 100 << 20, UInt64(Int64.max), .max]
  )
  func refusesClaims(length: UInt64) {
    var decoder = WebSocketDecoder(limit: 1_000)
    #expect(throws: WebSocketClose.tooLarge) { try decoder.feed(frame(0x81, [], claimed: length)) }
  }

  @Test("parts that are too large together are refused")
  func refusesSums() throws {
    var decoder = WebSocketDecoder(limit: 1_000)
    _ = try decoder.feed(frame(0x01, Array(repeating: 65, count: 600)))
    #expect(throws: WebSocketClose.tooLarge) {
      try decoder.feed(frame(0x80, Array(repeating: 65, count: 600)))
    }
  }

  @Test("frames that a browser does not send are refused")
  func refuses() {
    func reason(_ frames: [UInt8]...) -> WebSocketClose? {
      var decoder = WebSocketDecoder(limit: 1_000)
      do throws(WebSocketClose) {
        for bytes in frames { _ = try decoder.feed(bytes) }
        return nil
      } catch {
        return error
      }
    }
    #expect(reason([0x81, 0x02, 65, 65]) == .malformed, "not masked")
    #expect(reason(frame(0xC1, [65])) == .malformed, "an extension")
    #expect(reason(frame(0x83, [65])) == .malformed, "an unknown kind")
    #expect(reason(frame(0x09, [65])) == .malformed, "a control frame in parts")
    #expect(reason(frame(0x89, Array(repeating: 0, count: 126))) == .malformed, "a large one")
    #expect(reason(frame(0x80, [65])) == .malformed, "a part of nothing")
    #expect(reason(frame(0x01, [65]), frame(0x81, [65])) == .malformed, "two at once")
    #expect(reason(frame(0x82, [65])) == .unsupported, "bytes")
    #expect(reason(frame(0x81, [0xFF])) == .notText, "no text")
    #expect(reason(frame(0x81, [65])) == nil)
  }

  @Test("frames of the server conform to the standard")
  func writes() {
    #expect(Array(WebSocketEncoder.text(Data("Hello".utf8))) == [0x81, 5, 72, 101, 108, 108, 111])
    #expect(Array(WebSocketEncoder.text(Data(count: 256)).prefix(4)) == [0x81, 126, 1, 0])
    #expect(
      Array(WebSocketEncoder.text(Data(count: 65_536)).prefix(10))
        == [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]
    )
    #expect(Array(WebSocketEncoder.close(.tooLarge)) == [0x88, 2, 3, 0xF1])
  }

  @Test("the handshake is answered as in the standard's example")
  func answersHandshakes() {
    #expect(SHA1.acceptance(of: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test("digests equal the standard's")
  func digests() {
    func hex(_ text: String) -> String {
      SHA1.digest(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex(String(repeating: "a", count: 1_000)) == "291e9a6c66994949b57ba5e650361e98fc36b1ba"
    )
  }
}
