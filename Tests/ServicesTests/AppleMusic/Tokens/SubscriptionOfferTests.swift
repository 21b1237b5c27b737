import Foundation
import PlayerKitAppleMusic
import TestSupport
import Testing

@Suite("Offers to subscribe", .tags(.pure))
struct SubscriptionOfferTests {
  typealias Offer = AppleMusic.SubscriptionOffer

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("have a link to the listener's storefront with both tokens, and a text")
  func link() throws {
    let offer = try #require(
      Offer(.playMusic, storefront: "DE", affiliateToken: "11a&b", campaignToken: "my app")
    )
    #expect(
      offer.link.absoluteString
        == "https://music.apple.com/de/subscribe?at=11a%26b&ct=my%20app&app=music"
    )
    #expect(Set(Offer.Message.allCases.map(\.text)).count == Offer.Message.allCases.count)
    #expect(offer.text == Offer.Message.playMusic.text)
    let plain = try #require(Offer(storefront: "us"))
    #expect(plain.link.absoluteString == "https://music.apple.com/us/subscribe?app=music")
  }

  @Test("lead to the page of the item, but to no other site")
  func item() throws {
    let song = try url("https://music.apple.com/us/album/x/1?i=2")
    let offer = try #require(Offer(storefront: "us", item: song, affiliateToken: "11a"))
    #expect(
      offer.link.absoluteString == "https://music.apple.com/us/album/x/1?i=2&at=11a&app=music"
    )
    for text in ["https://evil.example/x", "https://music.apple.com.evil.example/x", "data:x"] {
      let other = try #require(Offer(storefront: "us", item: try url(text)))
      #expect(other.link.absoluteString == "https://music.apple.com/us/subscribe?app=music")
    }
  }

  @Test("need a storefront of two letters", arguments: ["", "u", "usa", "u1", "../", "ü", "u/"])
  func storefronts(text: String) {
    #expect(Offer(storefront: text) == nil)
  }

  @Test("are made for listeners who may lack a subscription, and for nobody else")
  func listeners() {
    func isOffered(_ capabilities: AppleMusic.Capabilities) -> Bool {
      Offer(for: capabilities, storefront: "us") != nil
    }
    #expect(isOffered(CapabilitiesTests.signedOut))
    #expect(isOffered(CapabilitiesTests.noLibrary))
    #expect(!isOffered(CapabilitiesTests.subscriber))
    #expect(!isOffered(CapabilitiesTests.catalog))
    #expect(!isOffered(CapabilitiesTests.nothing))
    #expect(!isOffered(CapabilitiesTests.noToken))
  }
}
