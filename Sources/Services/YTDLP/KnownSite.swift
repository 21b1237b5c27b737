import Foundation

/// A site whose links are known without yt-dlp. To name the part of yt-dlp that reads it saves a second.
enum KnownSite: String, CaseIterable {
  case youtube, soundcloud, bandcamp, mixcloud, vimeo, internetArchive

  /// The site of a page; `nil` where it is none of these.
  init?(_ page: URL) {
    guard let host = page.host()?.lowercased() else { return nil }
    guard let site = Self.allCases.first(where: { $0.has(host) }) else { return nil }
    self = site
  }

  /// Whether a host is one of the site's.
  func has(_ host: String) -> Bool {
    domains.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// The names of yt-dlp's parts for it, as a pattern.
  var extractors: String {
    switch self {
    case .youtube: "youtube.*"
    case .soundcloud: "soundcloud.*"
    case .bandcamp: "bandcamp.*"
    case .mixcloud: "mixcloud.*"
    case .vimeo: "vimeo.*"
    case .internetArchive: "archive\\.org.*"
    }
  }

  private var domains: [String] {
    switch self {
    case .youtube: ["youtube.com", "youtu.be", "youtube-nocookie.com"]
    case .soundcloud: ["soundcloud.com"]
    case .bandcamp: ["bandcamp.com"]
    case .mixcloud: ["mixcloud.com"]
    case .vimeo: ["vimeo.com"]
    case .internetArchive: ["archive.org"]
    }
  }
}
