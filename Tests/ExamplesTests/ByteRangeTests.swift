import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A Range header", .tags(.pure))
struct ByteRangeTests {
  @Test(
    "requests a part of the body",
    arguments: [
      ("bytes=0-99", 0..<100),
      ("bytes=10-10", 10..<11),
      ("bytes=900-", 900..<1000),
      ("bytes=900-5000", 900..<1000),
      ("bytes=-1", 999..<1000),
      ("bytes=-5000", 0..<1000),
      ("Bytes=0-", 0..<1000),
    ]
  )
  func part(header: String, expected: Range<Int>) {
    #expect(ByteRange(header: header, size: 1000) == .part(expected))
  }

  @Test(
    "outside of the body can't be satisfied",
    arguments: ["bytes=1000-", "bytes=1000-1001", "bytes=-0"]
  )
  func unsatisfiable(header: String) {
    #expect(ByteRange(header: header, size: 1000) == .unsatisfiable)
  }

  @Test(
    "that is malformed, or of another unit, is ignored",
    arguments: [
      "bytes=", "bytes=-", "bytes=5-1", "bytes=a-b", "bytes=0-1,5-6", "bytes=+1-2", "items=0-1", "",
      "bytes=99999999999999999999-",
    ]
  )
  func ignored(header: String) {
    #expect(ByteRange(header: header, size: 1000) == .whole)
  }

  @Test("that is absent requests everything")
  func absent() {
    #expect(ByteRange(header: nil, size: 1000) == .whole)
  }

  @Test("of an empty body can't be satisfied", arguments: ["bytes=0-", "bytes=-1"])
  func emptyBody(header: String) {
    #expect(ByteRange(header: header, size: 0) == .unsatisfiable)
  }
}
