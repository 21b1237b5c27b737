import Foundation

/// The headers of the player page. They are less strict than the headers of the remote control:
/// the services' scripts add script elements, open windows, and need to know the page's origin.
struct PageHeaders: Sendable {
  /// The sources of each service's player, by directive.
  static let sources: [PagePlayerKind: [String: [String]]] = [
    .musicKit: [
      "script-src": ["https://js-cdn.music.apple.com"],
      "connect-src": [
        "https://js-cdn.music.apple.com", "https://api.music.apple.com",
        "https://play.itunes.apple.com", "https://*.itunes.apple.com",
        "https://universal-activity-service.itunes.apple.com", "https://s.mzstatic.com",
        "https://*.blobstore.apple.com", "https://linear.tv.apple.com",
      ],
      "media-src": ["blob:", "https://*.itunes.apple.com"],
      "worker-src": ["blob:"],
      "img-src": ["https://*.mzstatic.com"],
    ],
    .youTube: [
      "script-src": ["https://www.youtube.com"],
      "frame-src": ["https://www.youtube.com", "https://www.youtube-nocookie.com"],
      "img-src": ["https://i.ytimg.com"],
    ],
    .spotify: [
      "script-src": ["https://sdk.scdn.co"],
      "frame-src": ["https://sdk.scdn.co"],
      "img-src": ["https://i.scdn.co"],
    ],
    // Media may be anywhere.
    .html: ["media-src": ["http:", "https:", "blob:"]],
  ]

  let kinds: Set<PagePlayerKind>
  let extraOrigins: [String]

  /// The header fields of all answers.
  ///
  /// - Parameter host: Some browsers need it to allow the page to open a WebSocket there.
  func fields(host: String?) -> [(String, String)] {
    [
      ("Content-Security-Policy", policy(host: host)),
      ("X-Content-Type-Options", "nosniff"),
      ("X-Frame-Options", "DENY"),
      // YouTube's player refuses to play if it does not know the page's origin.
      ("Referrer-Policy", "strict-origin-when-cross-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      // Apple's sign-in window must be able to answer.
      ("Cross-Origin-Opener-Policy", "same-origin-allow-popups"),
    ]
  }

  private func policy(host: String?) -> String {
    let own = [
      ("default-src", ["'none'"]),
      ("script-src", ["'self'"]),
      // MusicKit adds style elements.
      ("style-src", ["'self'", "'unsafe-inline'"]),
      // Covers come from any service.
      ("img-src", ["'self'", "https:", "data:"]),
      ("font-src", ["'self'"]),
      ("media-src", ["'self'"]),
      ("worker-src", ["'self'"]),
      ("frame-src", []),
      ("connect-src", ["'self'"] + (host.map { ["ws://\($0)", "wss://\($0)"] } ?? [])),
    ]
    let extra = extraOrigins.filter(Self.isOrigin)
    let directives = own.map { name, sources in
      var all = sources
      for kind in PagePlayerKind.allCases where kinds.contains(kind) {
        all += Self.sources[kind]?[name] ?? []
      }
      if !["default-src", "style-src", "font-src"].contains(name) { all += extra }
      return "\(name) \(all.isEmpty ? "'none'" : all.joined(separator: " "))"
    }
    let fixed = [
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'",
    ]
    return (directives + fixed).joined(separator: "; ")
  }

  /// Whether this is an origin, so that it can't add directives.
  private static func isOrigin(_ text: String) -> Bool {
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme),
      url.host != nil
    else { return false }
    return !text.contains { $0.isWhitespace || $0 == ";" || $0 == "," || $0 == "'" }
  }
}
