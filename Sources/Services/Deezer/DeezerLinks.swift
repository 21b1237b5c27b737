import Foundation
import PlayerKitServices

/// Recognizes links of Deezer and `deezer:ID`.
///
/// - `deezer:ID` is a song. `deezer:track:ID` and `deezer://track/ID` state their kind.
/// - Hosts: `deezer.com` with `www.` or `m.`, with or without a language, and `widget.deezer.com`.
///   Tracking parameters are dropped.
/// - Short links (`link.deezer.com/s/…`, `deezer.page.link/…`) must be followed to find their
///   target.
public struct DeezerLinks: LinkRecognizer {
  /// Creates the recognizer.
  public init() {}

  /// Deezer.
  public var service: CatalogService { .deezer }

  /// Returns the item that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "deezer" {
      guard parts.hasAuthority else {
        let rest = parts.colonParts
        return rest.count == 1 ? Self.places.link(.song, rest[0]) : Self.places.item(rest)
      }
      let host = parts.host ?? ""
      let isHost = Self.hosts.contains(host)
      return Self.places.item(isHost ? Self.plain(parts.path) : [host] + parts.path)
    }
    guard let (host, path) = parts.web(Self.hosts.union(Self.shortHosts)) else { return .notMine }
    if Self.shortHosts.contains(host) {
      return .malformed(path.isEmpty ? .unknownForm : .needsFollowing)
    }
    let isWidget = host == "widget.deezer.com"
    return Self.places.item(isWidget ? Array(path.dropFirst(2)) : Self.plain(path))
  }

  /// Returns an address such as `https://www.deezer.com/track/123`.
  public func canonicalURL(of link: MusicLink) -> URL? { Self.places.url(of: link) }
}

extension DeezerLinks {
  private static let hosts: Set<String> = [
    "deezer.com", "www.deezer.com", "m.deezer.com", "widget.deezer.com",
  ]
  private static let shortHosts: Set<String> = [
    "link.deezer.com", "deezer.page.link", "dzr.page.link",
  ]

  private static let places = LinkPlaces(.deezer, at: "https://www.deezer.com") {
    $0.isASCIIDigits
  }

  /// Returns the path without a language such as `en` or `en-us`.
  private static func plain(_ path: [String]) -> [String] {
    let pieces = path.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
    let isLanguage = (1...2).contains(pieces.count) && pieces.allSatisfy(\.isTwoLetterCode)
    return Array(path.dropFirst(isLanguage ? 1 : 0))
  }
}
