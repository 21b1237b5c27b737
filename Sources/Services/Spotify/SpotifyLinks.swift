import Foundation
import PlayerKitServices

/// Recognizes the links and URIs of Spotify.
///
/// - `spotify:ID` is a song. Also recognizes `spotify:track:ID` and the like, and URIs of old
///   playlists with their user.
/// - Hosts: `open.spotify.com`, the older `play.spotify.com`, and `embed.spotify.com` with a URI in
///   its `uri`. A language (`intl-de`), `embed` and parameters only describe the origin of the
///   link, and are dropped.
/// - Short links (`spotify.link/…`) do not contain their target and need following.
/// - `spotify:local:…` is a local file: a ``MusicLink/Kind/localFile``, whose id is the rest of the
///   URI.
public struct SpotifyLinks: LinkRecognizer {
  /// Makes the recognizer.
  public init() {}

  /// Spotify.
  public var service: CatalogService { .spotify }

  /// Recognizes an item in `parts`.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "spotify" {
      // `spotify://track/ID` also occurs.
      if parts.hasAuthority { return Self.item([parts.host ?? ""] + parts.path) }
      return Self.uri(parts.colonParts)
    }
    guard let (host, path) = parts.web(Self.hosts.union(Self.shortHosts)) else { return .notMine }
    if Self.shortHosts.contains(host) {
      return .malformed(path.isEmpty ? .unknownForm : .needsFollowing)
    }
    if host == "embed.spotify.com", path.isEmpty, let uri = parts.values(of: "uri").first {
      let inner = LinkParts(uri)
      return inner.scheme == "spotify" && !inner.hasAuthority
        ? Self.uri(inner.colonParts) : .malformed(.unknownForm)
    }
    var rest = path[...]
    if rest.first?.lowercased().hasPrefix("intl-") == true { rest = rest.dropFirst() }
    if ["embed", "embed-podcast"].contains(rest.first?.lowercased()) { rest = rest.dropFirst() }
    return Self.item(Array(rest))
  }

  /// Returns `https://open.spotify.com/track/ID`, or the URI of a local file, which has no web
  /// address.
  public func canonicalURL(of link: MusicLink) -> URL? {
    if link.service == service, link.kind == .localFile {
      return URL(string: "spotify:local:" + link.id)
    }
    return Self.places.url(of: link)
  }
}

extension SpotifyLinks {
  private static let hosts: Set<String> = [
    "open.spotify.com", "play.spotify.com", "embed.spotify.com",
  ]
  private static let shortHosts: Set<String> = ["spotify.link", "spotify.app.link"]

  private static let places = LinkPlaces(.spotify, at: "https://open.spotify.com") { id in
    id.unicodeScalars.count == 22
      && id.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
  }

  private static func uri(_ parts: [String]) -> LinkRecognition {
    if parts.count == 1, let id = parts.first { return places.link(.song, id) }
    if parts.first?.lowercased() == "local" { return localFile(Array(parts.dropFirst())) }
    return item(parts)
  }

  private static func item(_ path: [String]) -> LinkRecognition {
    let isOld =
      path.count == 4 && path[0].lowercased() == "user" && path[2].lowercased() == "playlist"
    return places.item(Array(path.dropFirst(isOld ? 2 : 0)))
  }

  /// Recognizes artist, album, title and seconds in form encoding. All except the title may be
  /// empty.
  private static func localFile(_ parts: [String]) -> LinkRecognition {
    guard parts.count == 4, !parts[2].isEmpty, parts[3].isEmpty || parts[3].isASCIIDigits else {
      return .malformed(.malformedID)
    }
    let encoded = parts.map { part in
      let text = part.replacing("+", with: " ")
      return PercentEncoding.segment(text.removingPercentEncoding ?? text)
    }
    return .link(
      MusicLink(service: .spotify, kind: .localFile, id: encoded.joined(separator: ":"))
    )
  }
}
