import Foundation
import PlayerKitSystem

/// Items that belong to no service: URLs and paths.
enum PlainItem {
  /// The schemes of services whose items have no `//`. If no recognizer accepted an item, it is
  /// still not a path.
  private static let opaqueSchemes: Set<String> = [
    "apple", "deezer", "soundcloud", "spotify", "youtube",
  ]

  /// Whether a text is a URL without its scheme, such as `//user@host/a` or `//host/a?b=c`.
  private static func lacksScheme(_ text: String) -> Bool {
    guard text.hasPrefix("//") else { return false }
    let rest = text.dropFirst(2)
    if rest.prefix(while: { $0 != "/" }).contains("@") { return true }
    guard let mark = rest.firstIndex(of: "?") else { return false }
    return rest[mark...].contains("=")
  }

  static func url(of parts: LinkParts) -> Result<URL, UnrecognizedLink.Reason> {
    let text = parts.text
    guard !text.isEmpty else { return .failure(.empty) }
    // The system ends a path at a NUL, so it would name another file than the one shown.
    guard !text.unicodeScalars.contains("\0") else { return .failure(.malformedURL) }
    guard !lacksScheme(text) else { return .failure(.malformedURL) }
    switch parts.scheme {
    case "http", "https":
      guard parts.hasAuthority, let url = WebAddress.url(text), url.host()?.isEmpty == false else {
        return .failure(.malformedURL)
      }
      return .success(url)
    case "file":
      guard let path = FileName.path(ofAddress: text), path != "/" else {
        return .failure(.malformedURL)
      }
      return .success(URL(filePath: path, directoryHint: .notDirectory))
    case let scheme? where parts.hasAuthority || opaqueSchemes.contains(scheme):
      return .failure(.unsupportedScheme)
    case .some, nil:
      return .success(URL(filePath: text, directoryHint: .notDirectory))
    }
  }
}
