import Foundation
import PlayerKitServices
import PlayerKitSystem

/// Recognizes links of SoundCloud and `soundcloud:ID`.
///
/// - `soundcloud:ID` is a track. `soundcloud:tracks:ID`, `soundcloud:playlists:ID` and
///   `soundcloud:users:ID` state their kind. The id of such a link is the name in the API.
/// - The id of a page is its normalized address, and the service returns the item there. The
///   address may contain the sharing token of a private track.
/// - Short links (`on.soundcloud.com`) have the kind `shortLink`.
/// - Other pages of the site are not links.
public struct SoundCloudLinks: LinkRecognizer {
  private static let site = "soundcloud.com"
  private static let shortSite = "on.soundcloud.com"
  private static let api = "api.soundcloud.com"
  private static let widget = "w.soundcloud.com"
  private static let hosts: Set<String> = [
    site, "www." + site, "m." + site, shortSite, api, widget,
  ]
  /// The first components of pages that are not users.
  private static let pages: Set<String> = [
    "charts", "discover", "jobs", "messages", "mobile", "notifications", "pages", "people",
    "popular", "search", "settings", "stations", "stream", "tags", "terms-of-use", "tracks",
    "upload", "you",
  ]

  /// Creates the recognizer.
  public init() {}

  /// SoundCloud.
  public var service: CatalogService { .soundCloud }

  /// Returns the item that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "soundcloud" { return Self.item(parts.colonParts) }
    guard let (host, path) = parts.web(Self.hosts) else { return .notMine }
    switch host {
    case Self.api: return path.count == 2 ? Self.apiThing(path[0], path[1]) : .notMine
    case Self.shortSite:
      guard path.count == 1, Self.isCode(path[0]) else { return .notMine }
      return Self.link(.shortLink, "https://\(host)/\(path[0])")
    case Self.widget:
      guard path == ["player"], let inner = parts.values(of: "url").first else { return .notMine }
      let target = LinkParts(inner)
      return target.host == Self.widget ? .notMine : recognize(target)
    default: return Self.page(path, secret: parts.values(of: "secret_token").first)
    }
  }

  /// Returns the page; `nil` if only the name in the API is known.
  public func canonicalURL(of link: MusicLink) -> URL? { URL(page: link) }

  private static func item(_ rest: [String]) -> LinkRecognition {
    switch rest.count {
    case 1: apiThing("tracks", rest[0])
    case 2: apiThing(rest[0], rest[1])
    default: .malformed(.unknownForm)
    }
  }

  /// Returns an item by the API's word and id. The id may be the whole name.
  private static func apiThing(_ word: String, _ id: String) -> LinkRecognition {
    guard let kind = SoundCloud.URN.Kind(rawValue: word) else { return .malformed(.unknownForm) }
    guard let urn = SoundCloud.URN(kind, id: id) ?? SoundCloud.URN(rawValue: id),
      urn.kind == kind
    else { return .malformed(.malformedID) }
    return link(kind.linkKind, urn.rawValue)
  }

  private static func page(_ path: [String], secret: String?) -> LinkRecognition {
    guard let user = path.first, !pages.contains(user), path.allSatisfy(isCode) else {
      return .notMine
    }
    let secret = secret.flatMap { isSecret($0) ? [$0] : nil } ?? []
    switch path.count {
    case 1: return link(.artist, address(path))
    case 2:
      switch path[1] {
      case "tracks", "popular-tracks": return link(.artist, address([user]))
      case "likes": return link(.playlist, address(path))
      case "albums", "sets", "reposts", "followers", "following", "comments": return .notMine
      default: return link(.song, address(path + secret))
      }
    case 3 where path[1] == "sets": return link(.playlist, address(path + secret))
    case 4 where path[1] == "sets" && isSecret(path[3]): return link(.playlist, address(path))
    case 3 where isSecret(path[2]): return link(.song, address(path))
    default: return .notMine
    }
  }

  private static func link(_ kind: MusicLink.Kind, _ id: String) -> LinkRecognition {
    .link(MusicLink(service: .soundCloud, kind: kind, id: id))
  }

  private static func address(_ path: [String]) -> String {
    "https://\(site)/" + path.joined(separator: "/")
  }

  /// Whether the text is a sharing token.
  static func isSecret(_ text: String) -> Bool { text.hasPrefix("s-") && isCode(text) }

  /// Whether the text consists of letters, digits, `-` and `_`, like the site's addresses.
  private static func isCode(_ text: String) -> Bool {
    (1...RequestBounds.identity).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" }
  }
}

extension URL {
  /// Creates the web page of a link whose id is its page.
  init?(page link: MusicLink) {
    guard link.service == .soundCloud, link.id.hasPrefix("https://") else { return nil }
    self.init(string: link.id)
  }
}

extension SoundCloud.URN.Kind {
  /// The kind in links.
  var linkKind: MusicLink.Kind {
    switch self {
    case .tracks: .song
    case .playlists: .playlist
    case .users: .artist
    }
  }
}
