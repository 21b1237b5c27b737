import Foundation
import MusicCatalog

/// The links of Deezer, and `deezer:ID`.
///
/// - `deezer:ID` is a song; `deezer:track:ID` and `deezer://track/ID` say of what kind it is.
/// - Hosts: `deezer.com` with `www.` or `m.`, with or without a language, and `widget.deezer.com`.
///   Parameters say how somebody came, and are dropped.
/// - Short links (`link.deezer.com/s/…`, `deezer.page.link/…`) name nothing by themselves: they need
///   following.
public struct DeezerLinks: LinkRecognizer {
  /// Makes the recognizer.
  public init() {}

  /// Deezer.
  public var service: CatalogService { .deezer }

  /// What `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "deezer" {
      guard parts.hasAuthority else {
        let rest = parts.colonParts
        return rest.count == 1 ? Self.link(.song, rest[0]) : Self.item(rest)
      }
      let host = parts.host ?? ""
      return Self.item(Self.hosts.contains(host) ? Self.plain(parts.path) : [host] + parts.path)
    }
    guard let (host, path) = parts.web(Self.hosts.union(Self.shortHosts)) else { return .notMine }
    if Self.shortHosts.contains(host) {
      return .malformed(path.isEmpty ? .unknownForm : .needsFollowing)
    }
    return Self.item(host == "widget.deezer.com" ? Array(path.dropFirst(2)) : Self.plain(path))
  }

  /// `https://www.deezer.com/track/123`.
  public func canonicalURL(of link: MusicLink) -> URL? {
    guard link.service == service, link.id.isASCIIDigits,
      let place = Self.places.first(where: { $0.value == link.kind })
    else { return nil }
    return URL(string: "https://www.deezer.com/\(place.key)/\(link.id)")
  }
}

extension DeezerLinks {
  private static let hosts: Set<String> = [
    "deezer.com", "www.deezer.com", "m.deezer.com", "widget.deezer.com",
  ]
  private static let shortHosts: Set<String> = [
    "link.deezer.com", "deezer.page.link", "dzr.page.link",
  ]

  private static let places: [String: MusicLink.Kind] = [
    "track": .song, "album": .album, "artist": .artist, "playlist": .playlist,
    "episode": .episode, "show": .show,
  ]

  /// A path without a language: `en`, `en-us`.
  private static func plain(_ path: [String]) -> [String] {
    let pieces = path.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
    let isLanguage = (1...2).contains(pieces.count) && pieces.allSatisfy(\.isTwoLetterCode)
    return Array(path.dropFirst(isLanguage ? 1 : 0))
  }

  private static func item(_ path: [String]) -> LinkRecognition {
    guard path.count == 2, let kind = places[path[0].lowercased()] else {
      return .malformed(.unknownForm)
    }
    return link(kind, path[1])
  }

  private static func link(_ kind: MusicLink.Kind, _ id: String) -> LinkRecognition {
    guard id.isASCIIDigits else { return .malformed(.malformedID) }
    return .link(MusicLink(service: .deezer, kind: kind, id: id))
  }
}
