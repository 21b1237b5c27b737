import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@Suite("An address from outside", .tags(.pure))
struct WebAddressTests {
  @Test(
    "is encoded if it must be, and stays as it is if it is encoded already",
    arguments: [
      ("http://h/[test]%20a.wav", "http://h/%5Btest%5D%20a.wav"),
      ("http://h/café%20x.wav", "http://h/caf%C3%A9%20x.wav"),
      ("http://h/a b (%231).wav", "http://h/a%20b%20(%231).wav"),
      ("http://h/x.wav?sig=a%2Fb|c", "http://h/x.wav?sig=a%2Fb%7Cc"),
      ("http://h/tracks%2F1.mp3?alt=media", "http://h/tracks%2F1.mp3?alt=media"),
      ("http://h/100%.mp3?x=5%&y=%2", "http://h/100%25.mp3?x=5%25&y=%252"),
      ("http://h/a#b#c?d", "http://h/a#b%23c?d"),
      ("http://[::1]:80/[x]", "http://[::1]:80/%5Bx%5D"),
      ("http://u:p@w@h/x%20[y]", "http://u:p%40w@h/x%20%5By%5D"),
      ("https://h?a=\"<>`{}^\\", "https://h?a=%22%3C%3E%60%7B%7D%5E%5C"),
      ("http://exämple.de/a%20[b]", "http://xn--exmple-cua.de/a%20%5Bb%5D"),
    ]
  )
  func encoded(text: String, address: String) {
    #expect(WebAddress.url(text)?.absoluteString == address)
  }

  @Test(
    "is relative to its base",
    arguments: [
      ("/r%20[s].wav", "http://h/r%20%5Bs%5D.wav"), ("s%20[0].aac", "http://h/a/s%20%5B0%5D.aac"),
      ("//other/x%20|", "http://other/x%20%7C"), ("?q=%20[", "http://h/a/b?q=%20%5B"),
    ]
  )
  func relative(text: String, address: String) {
    let base = URL(string: "http://h/a/b")
    #expect(WebAddress.url(text, relativeTo: base)?.absoluteString == address)
  }
}

@Suite("The name of a file", .tags(.pure))
struct FileNameTests {
  @Test(
    "survives a round trip through a path with any bytes",
    arguments: [
      Array("a b.mp3".utf8), Array("春.mp3".utf8), [0x6C, 0xE9, 0x2E, 0x77], [0xFF, 0xFE, 0x80],
      [0xE6, 0x98], [0xF4, 0x8F, 0xBB, 0xA9], [0xC3, 0x28, 0xED, 0xA0, 0x80], [],
    ] as [[UInt8]]
  )
  func bytes(name: [UInt8]) {
    let text = FileName.text(name)
    #expect(FileName.bytes(text) == name)
    #expect(FileName.isUTF8(text) == (FileName.shown(text) == text))
    #expect(String(decoding: Array(text.utf8), as: UTF8.self) == text)
    #expect(FileName.path(of: URL(filePath: "/" + text)) == "/" + text)
  }

  @Test(
    "is found in an address with one slash, a host, query signs, and other bytes",
    arguments: [
      ("file:/a%20b", "/a b"), ("FILE:///a b", "/a b"), ("file://localhost/a", "/a"),
      ("file:///a#1?.mp3", "/a#1?.mp3"), ("file:///100%.mp3", "/100%.mp3"),
      ("file:a", nil), ("file://host", nil), ("file:///a%00b", nil), ("http://h/a", nil),
    ]
  )
  func address(text: String, path: String?) {
    #expect(FileName.path(ofAddress: text) == path)
    #expect(FileName.path(ofAddress: "file:///lat%E9in").map(FileName.bytes)?.last == 0x6E)
    #expect(
      FileName.path(ofAddress: "file:///lat%E9in").map(FileName.bytes)?.contains(0xE9) == true
    )
  }
}
