import Foundation
import PlayerKit
import PlayerKitServices

/// Recognizes podcasts by the addresses of their feeds.
///
/// - `podcast:URL` is a show, and `podcast:URL#GUID` one of its episodes, with a percent-encoded
///   guid.
/// - `podcast:itunes:ID` is a show of the iTunes Store, and so are links to Apple's podcast pages.
///   With `?i=NUMBER` it is one of its episodes.
/// - `feed:`, `pcast:`, `itpc:` and `podcast://` may precede addresses of feeds, as in browsers.
/// - An address named like a feed: `….rss`, `…/feed.xml`, `…/feed`. But `/feed` with an explicit
///   port is a station's mount point.
public struct PodcastLinks: LinkRecognizer {
  /// The target of a link.
  struct Place {
    enum Show: Hashable {
      case feed(URL)
      case store(String)
    }

    var show: Show
    var guid: String?
    /// The store's number of an episode.
    var number: String?
  }

  private static let longest = 8_000
  private static let schemes: Set<String> = ["feed", "pcast", "itpc", "podcast"]
  private static let names: Set<String> = [
    "feed", "rss", "feed.xml", "rss.xml", "podcast.xml", "feed.rss", "atom.xml", "podcast.rss",
  ]

  private static let appleHosts: Set<String> = [
    "podcasts.apple.com", "embed.podcasts.apple.com", "itunes.apple.com", "geo.itunes.apple.com",
  ]

  /// Creates the recognizer.
  public init() {}

  /// Podcasts.
  public var service: CatalogService { .podcasts }

  /// Returns the podcast that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if let scheme = parts.scheme, Self.schemes.contains(scheme) {
      var rest = String(
        String.UnicodeScalarView(
          parts.text.unicodeScalars.dropFirst(scheme.unicodeScalars.count + 1)
        )
      )
      if rest.hasPrefix("//") { rest = "https:" + rest }
      return Self.named(rest)
    }
    if let web = parts.web(Self.appleHosts) {
      guard web.path.contains("podcast") else { return .notMine }
      let id = web.path.last.flatMap { $0.hasPrefix("id") ? String($0.dropFirst(2)) : nil }
      guard let id, Self.isStoreID(id) else { return .malformed(.unknownForm) }
      return Self.named("itunes:" + id + (parts.values(of: "i").first.map { "?i=" + $0 } ?? ""))
    }
    guard parts.scheme == "http" || parts.scheme == "https", let last = parts.path.last else {
      return .notMine
    }
    let name = last.lowercased()
    let isNamed = Self.names.contains(name) && (name.contains(".") || parts.host != nil)
    return isNamed || name.hasSuffix(".rss") || name.hasSuffix(".atom")
      ? Self.named(parts.text) : .notMine
  }

  /// Returns the feed's address. For an episode, the address of its show.
  public func canonicalURL(of link: MusicLink) -> URL? {
    guard let place = try? Self.place(of: link) else { return nil }
    switch place.show {
    case .feed(let url): return url
    case .store(let id):
      let episode = place.number.map { "?i=" + $0 } ?? ""
      return URL(string: "https://podcasts.apple.com/podcast/id\(id)\(episode)")
    }
  }

  /// Returns the text that identifies an item to users and players.
  public static func item(_ link: MusicLink) -> String { "podcast:" + link.id }

  /// Returns a link to an episode.
  static func episode(_ guid: String, of feed: URL) -> MusicLink {
    let address = feed.absoluteString.prefix { $0 != "#" }
    return MusicLink(
      service: .podcasts,
      kind: .episode,
      id: address + "#" + PercentEncoding.segment(guid)
    )
  }

  /// Returns the target of a link.
  static func place(of link: MusicLink) throws(CatalogError) -> Place {
    let parts = link.id.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let guid = parts.count == 2 ? String(parts[1]).removingPercentEncoding : nil
    let address = parts.first.map { String($0) } ?? ""
    if address.hasPrefix("itunes:") {
      let numbers = address.dropFirst(7).replacing("?i=", with: "?", maxReplacements: 1)
        .split(separator: "?", omittingEmptySubsequences: false).map { String($0) }
      if numbers.count <= 2, numbers.allSatisfy(isStoreID) {
        let number = numbers.count == 2 ? numbers[1] : nil
        return Place(show: .store(numbers[0]), guid: guid, number: number)
      }
    }
    guard let url = FeedAddress.url(address, base: nil) else {
      throw CatalogError(.invalidArgument, "A link to no feed.", service: .podcasts)
    }
    return Place(show: .feed(url), guid: guid)
  }

  private static func named(_ text: String) -> LinkRecognition {
    guard text.utf8.count <= longest,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return .malformed(.malformedID) }
    let id = text.hasSuffix("#") ? String(text.dropLast()) : text
    let show = MusicLink(service: .podcasts, kind: .show, id: id)
    guard let place = try? place(of: show) else { return .malformed(.malformedID) }
    let isEpisode = place.guid != nil || place.number != nil
    return .link(isEpisode ? MusicLink(service: .podcasts, kind: .episode, id: id) : show)
  }

  private static func isStoreID(_ text: String) -> Bool {
    text.isASCIIDigits && text.utf8.count <= 20
  }
}
