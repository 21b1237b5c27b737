import Foundation

/// Parses cookies in yt-dlp's form: several `Set-Cookie` values in a row.
struct SetCookies {
  private struct Cookie {
    var name: String
    var value: String
    var domain = ""
    var path = "/"
    var isSecure = false
    var expiration: Double?
  }

  private static let most = 100
  private static let longest = 8 << 10

  private var cookies: [Cookie] = []

  init(_ text: String) {
    for part in Self.parts(text.prefix(64 << 10)) {
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pieces[0].trimmingCharacters(in: .whitespaces)
      let value = pieces.count > 1 ? pieces[1].trimmingCharacters(in: .whitespaces) : ""
      switch (name.lowercased(), cookies.isEmpty) {
      case ("domain", false): cookies[cookies.count - 1].domain = value.lowercased()
      case ("path", false): cookies[cookies.count - 1].path = value
      case ("secure", false): cookies[cookies.count - 1].isSecure = true
      case ("expires", false): cookies[cookies.count - 1].expiration = Double(value)
      case ("httponly", false), ("version", false), ("samesite", false), ("max-age", false): break
      default:
        guard pieces.count > 1, !name.isEmpty, cookies.count < Self.most else { continue }
        cookies.append(Cookie(name: name, value: value))
      }
    }
  }

  /// Returns the `Cookie` field for an address: the cookies for its host, path and scheme that have
  /// not expired.
  func field(for url: URL, at time: Date) -> String? {
    guard let host = url.host()?.lowercased() else { return nil }
    let path = url.path.isEmpty ? "/" : url.path
    let texts = cookies.filter { cookie in
      Self.covers(cookie.domain, host) && Self.contains(cookie.path, path)
        && (!cookie.isSecure || url.scheme?.lowercased() == "https")
        && (cookie.expiration.map { $0 > time.timeIntervalSince1970 } ?? true)
    }
    .map { "\($0.name)=\($0.value)" }
    // Drop a cookie with special characters, because it could read as several.
    .filter { $0.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) && $0 != ";" } }
    let field = texts.joined(separator: "; ")
    return field.isEmpty || field.utf8.count > Self.longest ? nil : field
  }

  /// Whether a cookie's domain covers a host. A leading dot includes subdomains. An empty domain
  /// covers none.
  private static func covers(_ domain: String, _ host: String) -> Bool {
    guard domain.hasPrefix(".") else { return !domain.isEmpty && domain == host }
    return host == domain.dropFirst() || host.hasSuffix(domain)
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    guard path.hasPrefix(folder) else { return folder.isEmpty }
    return folder.hasSuffix("/") || path.count == folder.count
      || path.dropFirst(folder.count).first == "/"
  }

  /// Splits at semicolons outside of quotation marks, and removes the quotation and escape marks.
  private static func parts(_ text: Substring) -> [String] {
    var parts = [""]
    var isQuoted = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\" where isQuoted: parts[parts.count - 1].unicodeScalars.append(escaped(&rest))
      case "\"": isQuoted.toggle()
      case ";" where !isQuoted: parts.append("")
      default: parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return parts
  }

  /// Returns the character after a backslash: three octal digits, or the character itself.
  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
    let digits = rest.prefix(3)
    if digits.count == 3, let code = UInt8(String(digits), radix: 8) {
      rest = rest.dropFirst(3)
      return Unicode.Scalar(code)
    }
    return rest.popFirst() ?? "\\"
  }
}
