import Foundation
import PlayerKitServices

extension AppleMusic {
  /// An offer to subscribe to Apple Music, for a listener without a subscription: a text for a
  /// button, and the link that it opens.
  ///
  /// MusicKit shows a sheet of the system. Elsewhere, the offer is a page of Apple's, in a browser
  /// or in the Apple Music app. Show it only to listeners who asked for full tracks.
  ///
  /// ```swift
  /// let capabilities = try await client.capabilities.refresh()
  /// if let offer = AppleMusic.SubscriptionOffer(
  ///   for: capabilities, storefront: client.storefront, affiliateToken: "11l64h"
  /// ) {
  ///   print(offer.text, offer.link)
  /// }
  /// ```
  public struct SubscriptionOffer: Sendable, Hashable {
    /// The reason to show an offer, with MusicKit's names.
    @nonexhaustive public enum Message: String, Sendable, Hashable, CaseIterable {
      /// To join Apple Music.
      case join
      /// To play a track in full.
      case playMusic
      /// To add music to a library.
      case addMusic

      /// The English text for a button. Apps in other languages word the message themselves.
      public var text: String {
        switch self {
        case .join: "Try Apple Music"
        case .playMusic: "Play the whole song with Apple Music"
        case .addMusic: "Add it to your library with Apple Music"
        }
      }
    }

    /// The reason for the offer.
    public let message: Message
    /// The page to open, with the affiliate and the campaign token.
    public let link: URL

    /// The English text for a button.
    public var text: String { message.text }

    /// Makes an offer.
    ///
    /// - Parameters:
    ///   - message: The reason for the offer.
    ///   - storefront: The listener's storefront: two letters, such as `us`.
    ///   - item: The page of a song or album at Apple Music that the offer is about. Its page has
    ///     the offer, too. `nil`, or a link to another site, for the page about subscriptions.
    ///   - affiliateToken: The token of your affiliate account. `nil` for none.
    ///   - campaignToken: The campaign that Apple's reports show. `nil` for none.
    /// - Returns: `nil` if the storefront does not have two letters.
    public init?(
      _ message: Message = .join,
      storefront: String,
      item: URL? = nil,
      affiliateToken: String? = nil,
      campaignToken: String? = nil
    ) {
      let storefront = storefront.lowercased()
      let isStorefront =
        storefront.utf8.count == 2
        && storefront.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      guard isStorefront, let page = URL(string: "https://music.apple.com/\(storefront)/subscribe")
      else { return nil }
      let place = item.flatMap { $0.host()?.lowercased() == "music.apple.com" ? $0 : nil }
      self.message = message
      link = StoreLink(affiliateToken: affiliateToken, campaign: campaignToken, app: .music)
        .url(for: place ?? page)
    }

    /// Makes an offer for a listener, as far as their capabilities are known.
    ///
    /// - Returns: `nil` if the listener has a subscription, or if nothing is known about the
    ///   listener yet.
    public init?(
      _ message: Message = .join,
      for capabilities: Capabilities,
      storefront: String,
      item: URL? = nil,
      affiliateToken: String? = nil,
      campaignToken: String? = nil
    ) {
      // Without a library there may be no subscription; see ``Capabilities``.
      guard capabilities.canBecomeSubscriber != false, capabilities.canReadCatalog == true,
        capabilities.canPlayCatalogContent == false || capabilities.canAddToLibrary == false
      else { return nil }
      self.init(
        message,
        storefront: storefront,
        item: item,
        affiliateToken: affiliateToken,
        campaignToken: campaignToken
      )
    }
  }
}
