import Foundation
import PlayerKitServices

/// Recognizes links of YouTube, SoundCloud, Bandcamp, Mixcloud, Vimeo and the Internet Archive, and
/// any page as `ytdlp:URL`. Does not run yt-dlp, because a link's form determines its kind.
///
/// The id of a link is the normalized address of its page. Other pages of these sites are not
/// links, because they may be media.
public struct YTDLPLinks: LinkRecognizer {
  /// Creates the recognizer.
  public init() {}

  /// yt-dlp.
  public var service: CatalogService { .ytdlp }

  /// Returns the link that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "ytdlp" {
      let rest = String(parts.text.unicodeScalars.dropFirst("ytdlp:".unicodeScalars.count))
      guard let url = URL(string: rest), let track = try? YTDLPTrack(page: url) else {
        return .malformed(.malformedURL)
      }
      // The form of a known link gives its kind.
      if case .link(let link) = recognize(LinkParts(rest)) { return .link(link) }
      return Self.link(.song, track.page.absoluteString)
    }
    guard let (host, path) = Self.web(parts) else { return .notMine }
    guard let site = KnownSite.allCases.first(where: { $0.has(host) }) else { return .notMine }
    guard path.allSatisfy(Self.isPlain) else { return .notMine }
    switch site {
    case .youtube: return Self.youTube(host, path, parts)
    case .soundcloud: return Self.soundCloud(host, path, parts)
    case .bandcamp: return Self.bandcamp(host, path)
    case .mixcloud: return Self.mixcloud(path)
    case .vimeo: return Self.vimeo(path, parts)
    case .internetArchive: return Self.internetArchive(host, path)
    }
  }

  /// Returns the page's address.
  public func canonicalURL(of link: MusicLink) -> URL? { URL(string: link.id) }

  /// Returns the normalized address of a YouTube video, and other pages unchanged.
  static func canonical(_ page: URL) -> URL {
    guard KnownSite(page) == .youtube,
      case .link(let link) = YTDLPLinks().recognize(LinkParts(page.absoluteString)),
      link.kind == .song
    else { return page }
    return URL(string: link.id) ?? page
  }

  /// Returns the text that identifies a page to users and players.
  static func item(_ page: URL) -> String { "ytdlp:" + page.absoluteString }
}

extension YTDLPLinks {
  private static let prefixes = ["www.", "m.", "music.", "player."]

  private static func web(_ parts: LinkParts) -> (host: String, path: [String])? {
    if let host = parts.host {
      return [nil, "http", "https"].contains(parts.scheme) ? (host, parts.path) : nil
    }
    // Without a scheme, only text with a known host is an address.
    let roots = [
      "youtube.com", "youtu.be", "soundcloud.com", "mixcloud.com", "vimeo.com", "archive.org",
    ]
    return parts.web(Set(roots + roots.flatMap { root in prefixes.map { $0 + root } }))
  }

  private static func isPlain(_ part: String) -> Bool {
    part.utf8.count <= RequestBounds.identity && part != ".."
      && part.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func link(_ kind: MusicLink.Kind, _ page: String) -> LinkRecognition {
    .link(MusicLink(service: .ytdlp, kind: kind, id: page))
  }

  private static func page(_ root: String, _ path: [String]) -> String {
    "https://" + root + "/" + path.map { PercentEncoding.segment($0) }.joined(separator: "/")
  }

  private static func youTube(
    _ host: String,
    _ path: [String],
    _ parts: LinkParts
  ) -> LinkRecognition {
    func video(_ id: String?) -> LinkRecognition {
      guard let id, id.utf8.count == 11, isCode(id) else { return .malformed(.malformedID) }
      // Without a query, because queries are hidden wherever an address is shown.
      return link(.song, "https://youtu.be/" + id)
    }
    if host.hasSuffix("youtu.be") { return video(path.first) }
    guard let first = path.first else { return .notMine }
    switch first {
    case "watch": return video(parts.values(of: "v").first)
    case "shorts", "live", "embed", "v": return video(path.dropFirst().first)
    case "playlist":
      guard let list = parts.values(of: "list").first, isCode(list), list.utf8.count <= 100 else {
        return .malformed(.malformedID)
      }
      return link(.playlist, "https://www.youtube.com/playlist?list=" + list)
    case "channel", "c", "user":
      guard path.count >= 2 else { return .notMine }
      return link(.artist, page("www.youtube.com", [first, path[1], "videos"]))
    default:
      guard first.hasPrefix("@"), first.count > 1 else { return .notMine }
      let name = PercentEncoding.segment(String(first.dropFirst()))
      return link(.artist, "https://www.youtube.com/@\(name)/videos")
    }
  }

  private static func soundCloud(
    _ host: String,
    _ path: [String],
    _ parts: LinkParts
  ) -> LinkRecognition {
    // Only the server knows where a short link leads.
    if host == "on.soundcloud.com" { return .notMine }
    let pages = ["discover", "stream", "search", "you", "charts", "upload", "pages", "tags"]
    guard let user = path.first, !pages.contains(user) else { return .notMine }
    let lists = ["tracks", "albums", "sets", "popular-tracks", "reposts", "likes"]
    switch path.count {
    case 1: return link(.artist, page("soundcloud.com", path))
    case 2:
      let secret = parts.values(of: "secret_token").prefix(1).filter(isCode)
      let kind: MusicLink.Kind = lists.contains(path[1]) ? .artist : .song
      return link(kind, page("soundcloud.com", path + secret))
    case 3 where path[1] == "sets", 4 where path[1] == "sets":
      return link(.playlist, page("soundcloud.com", path))
    // The third part is the secret of a privately shared song.
    case 3 where path[2].hasPrefix("s-"): return link(.song, page("soundcloud.com", path))
    default: return .notMine
    }
  }

  private static func bandcamp(_ host: String, _ path: [String]) -> LinkRecognition {
    guard host != "bandcamp.com", host != "www.bandcamp.com" else {
      return .notMine
    }
    switch (path.first, path.count) {
    case (nil, _), ("music", 1): return link(.artist, page(host, []) + "music")
    case ("track", 2): return link(.song, page(host, path))
    case ("album", 2): return link(.album, page(host, path))
    default: return .notMine
    }
  }

  private static func mixcloud(_ path: [String]) -> LinkRecognition {
    let pages = ["discover", "search", "dashboard", "upload", "live"]
    guard let user = path.first, !pages.contains(user) else { return .notMine }
    let root = "www.mixcloud.com"
    let lists = ["uploads", "favorites", "listens", "stream", "playlists"]
    switch path.count {
    case 1: return link(.artist, page(root, path) + "/")
    case 2: return link(lists.contains(path[1]) ? .artist : .song, page(root, path) + "/")
    case 3 where path[1] == "playlists": return link(.playlist, page(root, path) + "/")
    default: return .notMine
    }
  }

  private static func vimeo(_ path: [String], _ parts: LinkParts) -> LinkRecognition {
    let numbers = path.first == "video" ? Array(path.dropFirst()) : path
    guard let id = numbers.first, id.isASCIIDigits else { return .notMine }
    // The second part or `h` is the secret of an unlisted video.
    let secret = [numbers.dropFirst().first, parts.values(of: "h").first]
      .compactMap(\.self).first(where: isCode)
    return link(.song, page("vimeo.com", [id, secret].compactMap(\.self)))
  }

  /// Recognizes details pages. Other pages and hosts of the archive may be media.
  private static func internetArchive(_ host: String, _ path: [String]) -> LinkRecognition {
    guard ["archive.org", "www.archive.org"].contains(host), path.first == "details",
      path.count >= 2
    else { return .notMine }
    return link(path.count == 2 ? .album : .song, page("archive.org", path))
  }

  /// Whether the text consists of letters, digits, `-` and `_`.
  private static func isCode(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" }
  }
}
