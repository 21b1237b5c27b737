import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Trimming", .tags(.pure))
struct TrimmingTests {
  @Test(
    "removes spaces of any width and tabs at both ends, and nothing else",
    arguments: [
      ("  a b\t", "a b"), ("\u{A0}\u{3000}a", "a"), ("", ""), (" \t ", ""), ("a\n", "a\n"),
      ("e\u{301} ", "e\u{301}"),
    ]
  )
  func blanks(text: String, expected: String) {
    #expect(text.trimmed { $0.isBlank } == expected)
  }

  @Test("removes line ends of any kind at both ends")
  func newlines() {
    let text = "\r\na\u{2028}b\u{85}\r\n\n".trimmed { $0.isNewline }
    #expect(text == "a\u{2028}b")
  }
}
