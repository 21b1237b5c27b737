import Foundation
import PlayerKitServices

extension AppleMusic {
  /// Adds an app's affiliate and campaign parameters to links into Apple's stores.
  ///
  /// A value; making the same link twice changes nothing more. Everything else of a link stays as
  /// it is, other parameters, their order and their encoding included.
  public struct StoreLink: Sendable, Hashable {
    /// The app in which a link opens.
    public struct App: RawRepresentable, Sendable, Hashable {
      /// What the parameter `app` says.
      public let rawValue: String

      /// Makes an app from what the parameter says.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Apple Music.
      public static let music = App(rawValue: "music")
      /// The iTunes Store, where music is bought.
      public static let iTunes = App(rawValue: "itunes")
    }

    /// The affiliate's token (`at`); `nil`: what the link has stays.
    public var affiliateToken: String?
    /// The campaign (`ct`), which shows up in the affiliate's reports; `nil`: what the link has
    /// stays.
    public var campaign: String?
    /// The app (`app`); `nil`: what the link has stays.
    public var app: App?

    /// Makes what is added to links.
    public init(affiliateToken: String? = nil, campaign: String? = nil, app: App? = nil) {
      self.affiliateToken = affiliateToken
      self.campaign = campaign
      self.app = app
    }

    /// The link with the parameters, each once; a URL that is not one of `music.apple.com` or
    /// `itunes.apple.com` (or of a host below them) comes back as it is.
    public func url(for link: URL) -> URL {
      guard Self.isStore(link),
        var components = URLComponents(url: link, resolvingAgainstBaseURL: true)
      else { return link }
      let added = [("at", affiliateToken), ("ct", campaign), ("app", app?.rawValue)]
        .compactMap { name, value in value.map { (name, $0) } }
      guard !added.isEmpty else { return link }
      var parts = (components.percentEncodedQuery ?? "").split(separator: "&").map(String.init)
      for (name, value) in added {
        let part = "\(name)=\(PercentEncoding.segment(value))"
        let old = parts.indices.filter { parts[$0] == name || parts[$0].hasPrefix("\(name)=") }
        if let first = old.first {
          parts[first] = part
          for index in old.dropFirst().reversed() { parts.remove(at: index) }
        } else {
          parts.append(part)
        }
      }
      components.percentEncodedQuery = parts.joined(separator: "&")
      return components.url ?? link
    }

    private static func isStore(_ link: URL) -> Bool {
      guard let scheme = link.scheme?.lowercased(), ["http", "https"].contains(scheme),
        let host = link.host()?.lowercased()
      else { return false }
      return ["music.apple.com", "itunes.apple.com"].contains {
        host == $0 || host.hasSuffix("." + $0)
      }
    }
  }
}
