import PlayerKitSystem

/// Resolves the references in a list to locations.
///
/// A reference in a server's list stays a URL, even if it starts with `file:`, and never becomes a
/// local path. The same holds for a list of unknown origin.
struct ReferenceResolver {
  private let base: PlaylistLocation?

  init(_ base: PlaylistLocation?) {
    if case .url(let url) = base, let path = FileName.path(of: url) {
      self.base = .path(path)
    } else {
      self.base = base
    }
  }

  /// Returns a resolver with a base from the list (`xml:base`).
  func based(on text: String?) -> ReferenceResolver {
    guard let text, let base = location(of: text, isURI: true) else { return self }
    // The base of a server's list can't be a local file.
    if case .url(let url) = base, url.isFileURL { return self }
    if case .path(let path) = base, text.hasSuffix("/"), !path.hasSuffix("/") {
      return ReferenceResolver(.path(path + "/"))
    }
    return ReferenceResolver(base)
  }

  /// - Parameter isURI: whether the text is percent-encoded, even if it is a path.
  func location(of text: String, isURI: Bool = false) -> PlaylistLocation? {
    guard !text.isEmpty, text.utf8.count <= PlaylistText.longestLine else { return nil }
    if let inner = text.unquoted, Self.scheme(of: inner) != nil {
      return location(of: inner, isURI: isURI)
    }
    if let scheme = Self.scheme(of: text) {
      return absolute(text, scheme)
    }
    switch base {
    case .url(let url):
      return WebAddress.url(text.replacing("\\", with: "/"), relativeTo: url).map { .url($0) }
    case .path(let list):
      return .path(Self.path(text, isURI: isURI, besides: list))
    case nil:
      return nil
    }
  }

  private func absolute(_ text: String, _ scheme: String) -> PlaylistLocation? {
    switch scheme {
    case "file":
      guard case .path(let list) = base else { return WebAddress.url(text).map { .url($0) } }
      if let path = FileName.path(ofAddress: text) { return .path(path) }
      // `file:a.mp3` names a file beside the list.
      let rest = String(text.dropFirst(scheme.count + 1))
      guard !rest.isEmpty, !rest.hasPrefix("//") else { return nil }
      return .path(Self.path(rest, isURI: true, besides: list))
    case "mms", "mmsh", "mmst", "mmsu", "icy", "icyx":
      // Servers for these schemes also support HTTP.
      return WebAddress.url("http" + text.dropFirst(scheme.count)).map { .url($0) }
    default:
      // Some players allow options after an address.
      let url = WebAddress.url(text) ?? WebAddress.url(String(text.prefix { !$0.isWhitespace }))
      return url.map { .url($0) }
    }
  }

  /// - Returns: The scheme in lower case; `nil` if the text is relative.
  private static func scheme(of text: String) -> String? {
    guard let end = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<end].lowercased()
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
      scheme.utf8.allSatisfy({ $0 < 0x80 }),
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
    else { return nil }
    return scheme == "file" || text[end...].hasPrefix("://") ? scheme : nil
  }

  private static func path(_ text: String, isURI: Bool, besides list: String) -> String {
    var text = text
    if isURI { text = FileName.text(FileName.percentDecoded(FileName.bytes(text))) }
    if !text.contains("/") { text = text.replacing("\\", with: "/") }
    guard !text.hasPrefix("/") else { return normalized(text) }
    guard let slash = list.lastIndex(of: "/") else { return normalized(text) }
    return normalized(list[...slash] + text)
  }

  /// Removes `.` and `..` without looking at the file system.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part == "..", path.hasPrefix("/") {
        continue
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

extension String {
  /// The text between quotes; `nil` if there are none around it.
  var unquoted: String? {
    first == "\"" && last == "\"" && count > 2 ? String(dropFirst().dropLast()) : nil
  }
}
