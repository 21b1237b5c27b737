import Foundation

/// What is no service's: URLs and paths.
enum PlainItem {
  /// Schemes of services whose items have no `//`. Where no recognizer took one, it is not a path.
  private static let opaqueSchemes: Set<String> = [
    "apple", "deezer", "soundcloud", "spotify", "youtube",
  ]

  static func url(of parts: LinkParts) -> Result<URL, UnrecognizedLink.Reason> {
    let text = parts.text
    guard !text.isEmpty else { return .failure(.empty) }
    // A path ends at a NUL for the system, and so would name another file than it shows.
    guard !text.unicodeScalars.contains("\0") else { return .failure(.malformedURL) }
    switch parts.scheme {
    case "http", "https":
      guard parts.hasAuthority, let url = URL(string: text), url.host()?.isEmpty == false else {
        return .failure(.malformedURL)
      }
      return .success(url)
    case "file":
      guard let url = URL(string: text), url.isFileURL, !url.path().isEmpty else {
        return .failure(.malformedURL)
      }
      return .success(url)
    case let scheme? where parts.hasAuthority || opaqueSchemes.contains(scheme):
      return .failure(.unsupportedScheme)
    case .some, nil:
      return .success(URL(filePath: text, directoryHint: .notDirectory))
    }
  }
}
