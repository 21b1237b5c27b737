import HTTPTypes
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("The head of an answer", .tags(.pure))
struct HeadParserTests {
  private func parse(_ text: String) -> HeadParser.Outcome {
    var parser = HeadParser()
    for line in text.utf8.split(separator: 10, omittingEmptySubsequences: false) {
      _ = parser.consume(Array(line) + [10])
    }
    return parser.outcome
  }

  @Test(
    "is read with any status line",
    arguments: [
      ("HTTP/1.1 200 OK", 200), ("HTTP/1.0 404 Not Found", 404), ("ICY 200 OK", 200),
      ("ICY 404 Resource Not Found", 404), ("ICY 400 Server Full", 400), ("HTTP/1.1 200", 200),
      ("HTTP/2 206", 206), ("HTTP/1.1 200 ", 200),
    ]
  )
  func statusLines(line: String, status: Int) {
    #expect(parse("\(line)\r\n\r\n") == .complete(status: status, [:]))
    #expect(parse("\(line)\n\n") == .complete(status: status, [:]))
  }

  @Test(
    "is refused without a status line",
    arguments: ["", "200 OK", "HTTP/1.1 abc", "HTTP/1.1 20", "GET / HTTP/1.1", "<html>"]
  )
  func malformed(line: String) {
    #expect(parse("\(line)\nA: b\n\n") == .malformed)
  }

  @Test("has its fields with and without spaces, continued, and none without a name")
  func fields() {
    let head = "icy-name:Test FM\nICY-BR:  128\t\nX: a\n b\nEmpty:\nno colon\nA b: c\nX: c\n\n"
    guard case .complete(200, let fields) = parse("HTTP/1.1 200 OK\n" + head) else {
      Issue.record("The head was not read.")
      return
    }
    #expect(fields.map(\.name.rawName) == ["icy-name", "ICY-BR", "X", "Empty", "X"])
    #expect(fields.map(\.value) == ["Test FM", "128", "a b", "", "c"])
  }

  @Test("is Latin-1 if it is not UTF-8")
  func latin1() {
    var parser = HeadParser()
    _ = parser.consume(Array("ICY 200 OK\r\n".utf8))
    _ = parser.consume(Array("icy-name: Caf".utf8) + [0xE9, 13, 10])
    _ = parser.consume(Array("icy-genre: Café\r\n".utf8))
    guard case .complete(200, let fields) = parser.consume([13, 10]) else {
      Issue.record("The head was not read.")
      return
    }
    #expect(fields.map(\.value) == ["Café", "Café"])
  }

  @Test("is the one after informational heads")
  func informational() {
    let text =
      "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nLink: a\n\nHTTP/1.1 206 P\nVia: c\n\n"
    #expect(parse(text) == .complete(status: 206, [.via: "c"]))
  }

  @Test("is bounded, in bytes and in fields")
  func bounded() {
    let long = String(repeating: "x", count: 300)
    let large = (0..<1000).map { "Field-\($0): \(long)\n" }.joined()
    #expect(parse("HTTP/1.1 200 OK\n\(large)\n") == .malformed)
    let many = (0..<5000).map { "F\($0): x\n" }.joined()
    guard case .complete(200, let fields) = parse("HTTP/1.1 200 OK\n\(many)\n") else {
      Issue.record("The head was not read.")
      return
    }
    #expect(fields.count == HeadParser.maximumFields)
  }
}
