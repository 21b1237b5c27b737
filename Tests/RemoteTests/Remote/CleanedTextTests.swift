import PlayerKitServices
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Cleaned text of services", .tags(.pure))
struct CleanedTextTests {
  @Test(
    "keeps joiners, and removes invisible characters",
    arguments: [
      ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"),
      ("Ton\u{AD}leiter", "Tonleiter"), ("\u{FEFF}Title", "Title"),
      ("ab\u{202E}cd\u{2066}", "abcd"), ("a\u{200B}b", "ab"), (" a \n\t b\u{0} ", "a b"),
      ("\u{600}12", "\u{600}12"),
    ]
  )
  func cleaning(text: String, cleaned: String) {
    #expect(text.cleaned == cleaned)
  }

  @Test(
    "is empty if it has only spaces, joiners and marks",
    arguments: ["", " \n", "\u{200D}", "\u{AD}"]
  )
  func nothing(text: String) {
    #expect(text.cleaned == nil)
  }

  @Test("is truncated to 300 characters")
  func long() {
    #expect(String(repeating: "a", count: 2_000).cleaned?.count == 300)
  }
}
