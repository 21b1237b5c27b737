import Foundation
import MusicCatalog
import Testing

@Suite("Links from anywhere")
struct LinkRobustnessTests {
  static let alphabet = Array(
    "abiplr./:?#&=%@+-_ \\0129\0\n\r\u{301}\u{200d}ü漢👩‍👩‍👧🇩🇪"
  )

  @Test("No text traps, and what is recognised has a canonical address", arguments: 0..<20)
  func randomTexts(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<200 {
      let length = Int.random(in: 0..<60, using: &random)
      let text = String(
        (0..<length).map { _ in Self.alphabet.randomElement(using: &random) ?? "a" }
      )
      let prefixes = [
        "", "apple:", "https://music.apple.com/", "https://", "file://", "spotify:",
        "spotify:local:",
        "https://open.spotify.com/", "deezer:", "https://deezer.com/",
      ]
      for prefix in prefixes {
        check(prefix + text)
      }
    }
  }

  @Test("A link with a few characters changed is a link, or refused", arguments: 0..<20)
  func mutatedLinks(seed: UInt64) {
    var random = SeededRandom(seed)
    let texts =
      AppleMusicLinkTests.recognised.map(\.text) + SpotifyLinkTests.recognised.map(\.text)
      + DeezerLinkTests.recognised.map(\.text)
    for _ in 0..<200 {
      var text = Array(texts.randomElement(using: &random) ?? "")
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.insert(Self.alphabet.randomElement(using: &random) ?? "a", at: place)
        case 1 where place < text.count: text.remove(at: place)
        default: text = Array(text.prefix(place))
        }
      }
      check(String(text))
    }
  }

  @Test("A text of a million characters is cut in no time")
  func longText() {
    let long = String(repeating: "a/", count: 500_000)
    guard case .unrecognised = MusicReference("https://music.apple.com/us/album/" + long) else {
      Issue.record("recognised")
      return
    }
  }

  private func check(_ text: String) {
    switch MusicReference(text) {
    case .link(let link):
      #expect(link.id.unicodeScalars.allSatisfy { $0.isASCII && $0 > " " })
      let url = link.canonicalURL
      #expect(url != nil, "\(text)")
      guard let url, case .link(let again) = MusicReference(url.absoluteString) else {
        Issue.record("the canonical address of \(text.debugDescription) is not recognised")
        return
      }
      #expect(again.kind == link.kind && again.id == link.id, "\(text.debugDescription)")
    case .plain(let url):
      #expect(url.isFileURL || url.host() != nil, "\(text.debugDescription)")
    case .unrecognised(let refused):
      #expect(refused.text == text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }
}

/// The same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
