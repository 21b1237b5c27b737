import Foundation
import PlayerKitServices
import TestSupport
import Testing

@Suite("Items of no service", .tags(.pure))
struct PlainReferenceTests {
  @Test(
    "A URL of an unknown host is plain",
    arguments: [
      "https://example.org/a.mp3",
      "http://127.0.0.1:8080/media/first.mp3?token=x",
      "HTTPS://Example.org/a b.mp3",
      "https://music.apple.com.example.org/us/song/1",
      "https://notmusic.apple.com/us/song/1",
      "https://music.apple.com@example.org/us/song/1",
      "https://music.apple.com:8080/us/song/1",
      "https://example.org/?u=https://music.apple.com/us/song/1",
      "https://example.org/music.apple.com/us/song/1",
      "https://audio-ssl.itunes.apple.com/itunes-assets/a.p.m4a",
      "file:///tmp/a.mp3",
    ]
  )
  func plainURLs(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(MusicReference(text, recognizers: .everyService) == .plain(url))
    #expect(MusicReference(text, recognizers: .everyService).canonicalURL(by: .everyService) == url)
  }

  @Test(
    "Text without a scheme is a path",
    arguments: [
      "/tmp/a b.mp3", "a.mp3", "./a.mp3", "../a.mp3", "C:a.mp3", "01:intro.mp3",
      "Live: at home.mp3",
      "100%.mp3", "a?b#c.mp3", "./music.apple.com/us/song/1", "/music.apple.com/us/song/1",
      "ü/日.mp3",
    ]
  )
  func paths(_ text: String) {
    let expected = URL(filePath: text, directoryHint: .notDirectory)
    #expect(MusicReference(text, recognizers: .everyService) == .plain(expected))
    #expect(expected.isFileURL)
  }

  @Test(
    "An impossible item is reported as such",
    arguments: [
      ("", UnrecognizedLink.Reason.empty),
      (" \n\t", .empty),
      ("https://", .malformedURL),
      ("https:///a.mp3", .malformedURL),
      ("http:a.mp3", .malformedURL),
      ("ftp://example.org/a.mp3", .unsupportedScheme),
      ("soundcloud:tracks:1", .unsupportedScheme),
      ("youtube://watch", .unsupportedScheme),
    ]
  )
  func refused(text: String, reason: UnrecognizedLink.Reason) {
    guard case .unrecognized(let link) = MusicReference(text, recognizers: .everyService) else {
      Issue.record("\(text) is recognized")
      return
    }
    #expect(link.reason == reason)
    #expect(link.service == nil)
    #expect(MusicReference(text, recognizers: .everyService).canonicalURL(by: .everyService) == nil)
  }

  @Test("A path with a NUL would name another file, so it is refused")
  func pathWithNUL() {
    let expected = UnrecognizedLink(text: "a\0b.mp3", service: nil, reason: .malformedURL)
    #expect(MusicReference("a\0b.mp3", recognizers: .everyService) == .unrecognized(expected))
  }
}
