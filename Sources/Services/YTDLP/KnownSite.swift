import Foundation

/// A site whose links are recognized without yt-dlp. Naming the extractor for it saves a second.
enum KnownSite: String, CaseIterable {
  case youtube, soundcloud, bandcamp, mixcloud, vimeo, internetArchive

  /// Creates the site of a page; `nil` for other sites.
  init?(_ page: URL) {
    guard let host = page.host()?.lowercased() else { return nil }
    guard let site = Self.allCases.first(where: { $0.has(host) }) else { return nil }
    self = site
  }

  /// Whether a host belongs to the site.
  func has(_ host: String) -> Bool {
    domains.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// A pattern for the site's extractors in yt-dlp.
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
