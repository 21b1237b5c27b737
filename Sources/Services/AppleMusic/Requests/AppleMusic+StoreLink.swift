import Foundation
import PlayerKitServices

extension AppleMusic {
  /// Adds an app's affiliate and campaign parameters to links to Apple's stores.
  ///
  /// A value. Applying it twice to a link has no further effect. Everything else in the link stays
  /// unchanged, including other parameters, their order and encoding.
  public struct StoreLink: Sendable, Hashable {
    /// The app in which a link opens.
    public struct App: RawRepresentable, Sendable, Hashable {
      /// The value of the parameter `app`.
      public let rawValue: String

      /// Makes an app from the value of the parameter.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Apple Music.
      public static let music = App(rawValue: "music")
      /// The iTunes Store, where music is bought.
      public static let iTunes = App(rawValue: "itunes")
    }

    /// The affiliate token (`at`). `nil` keeps the link's own value.
    public var affiliateToken: String?
    /// The campaign (`ct`), shown in the affiliate reports. `nil` keeps the link's own value.
    public var campaign: String?
    /// The app (`app`). `nil` keeps the link's own value.
    public var app: App?

    /// Makes the parameters to add to links.
    public init(affiliateToken: String? = nil, campaign: String? = nil, app: App? = nil) {
      self.affiliateToken = affiliateToken
      self.campaign = campaign
      self.app = app
    }

    /// Returns the link with each parameter once. Returns the link unchanged if it is not at
    /// `music.apple.com`, `itunes.apple.com` or a subdomain of them.
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
