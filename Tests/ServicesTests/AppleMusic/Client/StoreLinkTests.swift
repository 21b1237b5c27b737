import Foundation
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServices
import TestSupport
import Testing

@Suite("Links into the store", .tags(.pure))
struct StoreLinkTests {
  private let link = AppleMusic.StoreLink(
    affiliateToken: "11abc&d",
    campaign: "my app",
    app: .music
  )

  @Test("Affiliate, campaign and app are added to the existing parameters")
  func added() throws {
    let made = link.url(for: try url("https://music.apple.com/us/album/x%20y/1?i=2&uo=4&l=%C3%A9"))
    #expect(
      made.absoluteString
        == "https://music.apple.com/us/album/x%20y/1?i=2&uo=4&l=%C3%A9&at=11abc%26d&ct=my%20app&app=music"
    )
  }

  @Test("A second pass changes nothing, and old values are replaced in their place")
  func twice() throws {
    let first = link.url(for: try url("https://itunes.apple.com/us/album/id1?at=old&i=2&at=older"))
    #expect(
      first.absoluteString
        == "https://itunes.apple.com/us/album/id1?at=11abc%26d&i=2&ct=my%20app&app=music"
    )
    #expect(link.url(for: first) == first)
  }

  @Test("Subdomains belong to the store, and a fragment stays at the end")
  func hosts() throws {
    let plain = AppleMusic.StoreLink(app: .iTunes)
    for host in ["geo.music.apple.com", "GEO.ITUNES.APPLE.COM", "embed.music.apple.com"] {
      let made = plain.url(for: try url("https://\(host)/us/album/1#top"))
      #expect(made.absoluteString == "https://\(host)/us/album/1?app=itunes#top")
    }
  }

  @Test(
    "Another site's link is unchanged",
    arguments: [
      "https://example.org/?u=music.apple.com", "https://notmusic.apple.com/us/album/1",
      "https://music.apple.com.example.org/1", "mailto:music@apple.com", "music.apple.com/us",
    ]
  )
  func others(_ text: String) throws {
    #expect(link.url(for: try url(text)).absoluteString == text)
  }

  @Test("A parameter without a value gets one")
  func bareName() throws {
    let plain = AppleMusic.StoreLink(affiliateToken: "11a")
    let made = plain.url(for: try url("https://music.apple.com/us/album/1?at&i=2"))
    #expect(made.absoluteString == "https://music.apple.com/us/album/1?at=11a&i=2")
  }

  @Test("Without parameters to add, nothing changes")
  func nothing() throws {
    let text = "https://music.apple.com/us/album/1?at=a&at=b"
    #expect(AppleMusic.StoreLink().url(for: try url(text)).absoluteString == text)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
}
