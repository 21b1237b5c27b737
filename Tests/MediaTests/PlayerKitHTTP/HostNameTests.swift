import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("Names of hosts", .tags(.pure))
struct HostNameTests {
  @Test(
    "are looked up in ASCII",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
      ("例え.jp", "xn--r8jz45g.jp"), ("faß.de", "xn--fa-hia.de"),
      ("www.müsli.de", "www.xn--msli-0ra.de"),
      ("президент.рф", "xn--d1abbgf6aiiy.xn--p1ai"), ("Plain.example", "Plain.example"), ("", ""),
      ("ü.", "xn--tda."),
    ]
  )
  func ascii(host: String, expected: String) {
    #expect(InternationalHost.ascii(host) == expected)
  }

  @Test("are refused if they are too long")
  func tooLong() {
    #expect(InternationalHost.ascii(String(repeating: "ü", count: 64)) == nil)
    #expect(InternationalHost.ascii(String(repeating: "ü.", count: 10_000)) == nil)
  }

  @Test(
    "may bypass a proxy",
    arguments: [
      ("*", "any.example", true), ("example", "a.example", true), ("example", "anexample", false),
      (".example", "example", true), ("a.example, b.example.", "B.Example.", true),
      ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.10", false),
      ("fd00::/8 ::1", "[::1]", true), ("fd00::/8", "fd12::1", true), ("::1", "127.0.0.1", false),
      ("", "a.example", false), (",.,", "a.example", false), ("0.0.0.0/0", "10.0.0.1", false),
      ("10.0.0.0/x", "10.0.0.0", false), ("*,x", "any.example", false),
    ]
  )
  func excepted(list: String, host: String, isHeld: Bool) {
    #expect(ProxyExceptions(list).hold(host) == isHeld)
  }

  @Test(
    "Meaningless content codings are distinguished from real ones",
    arguments: [
      ("utf-8", true), ("aws-chunked", true), ("gzip", false), ("aws-chunked, GZIP", false),
      ("identity", false), ("", false), ("lz4", false),
    ]
  )
  func codings(field: String, isNonsense: Bool) {
    #expect(ContentCoding.isNonsense(field) == isNonsense)
  }
}
