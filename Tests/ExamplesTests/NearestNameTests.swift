import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The nearest name", .tags(.pure))
struct NearestNameTests {
  private let names = ["play", "radio", "search", "serve", "resolve", "help"]

  @Test(
    "is found for a typing mistake",
    arguments: [
      ("plya", "play"), ("pla", "play"), ("serach", "search"), ("sarch", "search"),
      ("rezolv", "resolve"), ("Play", "play"),
    ]
  )
  func slips(typed: String, wanted: String) {
    #expect(NearestName(of: typed, among: names)?.name == wanted)
  }

  @Test("is `nil` for an unrelated word", arguments: ["", "x", "song.mp3", "polka"])
  func others(typed: String) {
    #expect(NearestName(of: typed, among: names) == nil)
  }
}
