import Foundation
import PlayerKitServices
import PlayerKit

/// Podcasts by the addresses of their feeds.
///
/// - `podcast:URL` is a show, `podcast:URL#GUID` an episode of it, its guid encoded by percent signs.
/// - `podcast:itunes:ID` is a show of the iTunes Store, as are links to Apple's pages of podcasts; with
///   `?i=NUMBER` an episode of it.
/// - `feed:`, `pcast:`, `itpc:` and `podcast://` stand before addresses of feeds, as browsers have them.
/// - An address that is called as feeds are: `….rss`, `…/feed.xml`, `…/feed`. Not `/feed` behind a port of
///   its own: that is a station's mount.
public struct PodcastLinks: LinkRecognizer {
  /// What a link leads to.
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

  /// Makes the recognizer.
  public init() {}

  /// Podcasts.
  public var service: CatalogService { .podcasts }

  /// What `parts` names.
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

  /// The feed's address; of an episode that of its show.
  public func canonicalURL(of link: MusicLink) -> URL? {
    guard let place = try? Self.place(of: link) else { return nil }
    switch place.show {
    case .feed(let url): return url
    case .store(let id):
      let episode = place.number.map { "?i=" + $0 } ?? ""
      return URL(string: "https://podcasts.apple.com/podcast/id\(id)\(episode)")
    }
  }

  /// The text by which a thing is named to a person and to a player.
  public static func item(_ link: MusicLink) -> String { "podcast:" + link.id }

  /// A link to an episode.
  static func episode(_ guid: String, of feed: URL) -> MusicLink {
    let address = feed.absoluteString.prefix { $0 != "#" }
    return MusicLink(
      service: .podcasts,
      kind: .episode,
      id: address + "#" + PercentEncoding.segment(guid)
    )
  }

  /// What a link leads to.
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
