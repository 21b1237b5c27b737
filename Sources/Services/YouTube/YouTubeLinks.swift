import Foundation
import PlayerKitServices

/// Recognizes links of YouTube and YouTube Music, and `youtube:ID`.
///
/// - Videos: `/watch?v=`, `youtu.be/`, `/shorts/`, `/live/`, `/embed/`, `/v/`. If a link names a
///   video and a playlist, it is the video.
/// - Playlists: `/playlist?list=`, and albums of YouTube Music in this form. The API cannot list
///   mixes (`RD…`) and a user's own lists (`WL`, `LL`). These are left to other recognizers, such
///   as the one of yt-dlp, and so are `/c/NAME` and `/user/NAME`.
/// - Channels: `/channel/UC…` and `/@handle`. They are artists.
/// - `youtube:ID` is a video, `youtube:playlist:ID` a playlist, and `youtube:artist:ID` a channel.
///
/// A start time (`t=90`, `t=1m30s`, `start=90`) is the start position of the entry that a reader of
/// items makes.
public struct YouTubeLinks: LinkRecognizer {
  /// Creates the recognizer.
  public init() {}

  /// YouTube.
  public var service: CatalogService { .youTube }

  /// Returns the item that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "youtube" { return Self.short(parts) }
    guard let (host, path) = parts.web(Self.hosts) else { return .notMine }
    if Self.shortHosts.contains(host) {
      guard let id = path.first else { return .notMine }
      return Self.link(.song, id)
    }
    guard let first = path.first else { return .notMine }
    let list = parts.values(of: "list").first
    switch first {
    case "watch":
      guard let id = parts.values(of: "v").first else { return Self.playlist(list) }
      return Self.link(.song, id)
    case "playlist": return Self.playlist(list)
    case "embed" where path.dropFirst().first == "videoseries": return Self.playlist(list)
    case "shorts", "live", "embed", "v":
      guard let id = path.dropFirst().first else { return .malformed(.malformedID) }
      return Self.link(.song, id)
    case "channel":
      guard let id = path.dropFirst().first else { return .malformed(.malformedID) }
      return Self.link(.artist, id)
    default: return first.hasPrefix("@") ? Self.link(.artist, first) : .notMine
    }
  }

  /// Returns the start time of a video's link.
  public func startPosition(in parts: LinkParts) -> Duration? {
    (parts.values(of: "t") + parts.values(of: "start")).lazy.compactMap(Self.time).first
  }

  /// Returns an address such as `https://youtu.be/ID`.
  public func canonicalURL(of link: MusicLink) -> URL? {
    guard link.service == .youTube, Self.isID(link.id, of: link.kind) else { return nil }
    return switch link.kind {
    // Without a query, because queries are hidden wherever an address is shown.
    case .song: URL(string: "https://youtu.be/" + link.id)
    case .playlist: URL(string: Self.site + "/playlist?list=" + link.id)
    case .artist where YouTubeID.isHandle(link.id):
      URL(string: Self.site + "/@" + PercentEncoding.segment(String(link.id.dropFirst())))
    case .artist: URL(string: Self.site + "/channel/" + link.id)
    default: nil
    }
  }

  /// Returns the text that identifies a link to users and players.
  static func item(_ link: MusicLink) -> String {
    let kind = link.kind == .song ? "" : link.kind.rawValue + ":"
    return "youtube:" + kind + link.id
  }
}

extension YouTubeLinks {
  private static let site = "https://www.youtube.com"
  private static let shortHosts: Set<String> = ["youtu.be", "www.youtu.be"]
  private static let hosts = shortHosts.union([
    "youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com",
    "youtube-nocookie.com", "www.youtube-nocookie.com",
  ])

  private static func short(_ parts: LinkParts) -> LinkRecognition {
    guard !parts.hasAuthority else { return .notMine }
    let words = parts.colonParts
    switch (words.count, words.first) {
    case (1, let id?): return link(.song, id)
    case (2, "playlist"?): return link(.playlist, words[1])
    case (2, "artist"?): return link(.artist, words[1].removingPercentEncoding ?? words[1])
    default: return .malformed(.unknownForm)
    }
  }

  /// Reads `90`, `90s`, `1m30s`, or `1h2m3s`.
  private static func time(_ text: String) -> Duration? {
    var seconds = 0
    var rest = text.isASCIIDigits ? Substring(text + "s") : text[...]
    for (unit, size) in [("h", 3_600), ("m", 60), ("s", 1)] as [(Character, Int)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      let digits = rest[..<end]
      guard digits.isASCIIDigits, let number = Int(digits), number < 1_000_000 else { return nil }
      seconds += number * size
      rest = rest[end...].dropFirst()
    }
    return rest.isEmpty ? Duration.seconds(seconds).ifPlausible : nil
  }

  private static func playlist(_ id: String?) -> LinkRecognition {
    guard let id else { return .malformed(.malformedID) }
    return YouTubeID.needsSignIn(id) ? .notMine : link(.playlist, id)
  }

  private static func isID(_ id: String, of kind: MusicLink.Kind) -> Bool {
    switch kind {
    case .song: YouTubeID.isVideo(id)
    case .playlist: YouTubeID.isPlaylist(id)
    case .artist: YouTubeID.isChannel(id) || YouTubeID.isHandle(id)
    default: false
    }
  }

  private static func link(_ kind: MusicLink.Kind, _ id: String) -> LinkRecognition {
    guard isID(id, of: kind) else { return .malformed(.malformedID) }
    return .link(MusicLink(service: .youTube, kind: kind, id: id))
  }
}

/// The forms of YouTube's ids.
enum YouTubeID {
  static func isVideo(_ id: String) -> Bool { id.utf8.count == 11 && isCode(id) }

  static func isPlaylist(_ id: String) -> Bool {
    (10...100).contains(id.utf8.count) && isCode(id) && !needsSignIn(id)
  }

  static func isChannel(_ id: String) -> Bool {
    id.utf8.count == 24 && id.hasPrefix("UC") && isCode(id)
  }

  /// Whether this can be a handle. Handles may have letters of any script.
  static func isHandle(_ id: String) -> Bool {
    guard id.hasPrefix("@"), (2...200).contains(id.utf8.count) else { return false }
    return id.dropFirst().unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_.·".unicodeScalars.contains(scalar)
        || scalar.properties.generalCategory == .nonspacingMark
        || scalar.properties.generalCategory == .spacingMark
    }
  }

  /// Whether the API cannot list a playlist: a user's own list, or a mix for one user.
  /// The editors' lists of YouTube Music begin with `RDCLAK` and can be listed.
  static func needsSignIn(_ id: String) -> Bool {
    ["WL", "LL", "LM"].contains(id) || id.hasPrefix("RD") && !id.hasPrefix("RDCLAK")
  }

  private static func isCode(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" }
  }
}
