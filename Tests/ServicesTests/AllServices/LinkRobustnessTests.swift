import Foundation
import PlayerKit
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

@Suite("Links from untrusted sources", .tags(.pure))
struct LinkRobustnessTests {
  static let links = [
    "https://music.apple.com/us/album/a-song/800000001?i=900000001",
    "https://music.apple.com/gb/playlist/mix/pl.0123456789abcdef0123456789abcdef",
    "https://itunes.apple.com/us/album/id800000001", "apple:900000001",
    "https://open.spotify.com/track/1111111111111111111111?si=x",
    "https://open.spotify.com/intl-de/album/2222222222222222222222",
    "spotify:playlist:3333333333333333333333", "https://www.deezer.com/fr/track/3135556",
    "https://deezer.com/album/302127", "deezer:3135556",
  ]

  static let alphabet = Array(
    "abiplr./:?#&=%@+-_ \\0129\0\n\r\u{301}\u{200d}ü漢👩‍👩‍👧🇩🇪"
  )

  @Test("No text traps, and every recognized link has a canonical address", arguments: 0..<20)
  func randomTexts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
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

  @Test("A link with a few changed characters is recognized or refused", arguments: 0..<20)
  func mutatedLinks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let texts = Self.links
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

  @Test("A text of a million characters is split quickly")
  func longText() {
    let long = String(repeating: "a/", count: 500_000)
    guard
      case .unrecognized = MusicReference(
        "https://music.apple.com/us/album/" + long,
        recognizers: .everyService
      )
    else {
      Issue.record("recognized")
      return
    }
  }

  private func check(_ text: String) {
    switch MusicReference(text, recognizers: .everyService) {
    case .link(let link):
      #expect(link.id.unicodeScalars.allSatisfy { $0.isASCII && $0 > " " })
      let url = link.canonicalURL(by: .everyService)
      #expect(url != nil, "\(text)")
      guard let url,
        case .link(let again) = MusicReference(url.absoluteString, recognizers: .everyService)
      else {
        Issue.record("the canonical address of \(text.debugDescription) is not recognized")
        return
      }
      #expect(again.kind == link.kind && again.id == link.id, "\(text.debugDescription)")
    case .plain(let url):
      #expect(url.isFileURL || url.host() != nil, "\(text.debugDescription)")
    case .unrecognized(let refused):
      #expect(refused.text == text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }
}

extension LinkRecognizers {
  static let everyService = LinkRecognizers([AppleMusicLinks(), SpotifyLinks(), DeezerLinks()])
}
