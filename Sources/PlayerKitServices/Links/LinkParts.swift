import Foundation

/// A text split into the parts of a URL.
///
/// Does not use `URL`: people paste slugs in any script, percent-encoded fully, partly or not at
/// all. `URL` rejects or rewrites these, differently on each system.
public struct LinkParts: Hashable, Sendable {
  /// The whole text.
  public let text: String
  /// The scheme in lowercase. `nil` if there is none.
  public let scheme: String?
  /// The host in lowercase, without a port and a final dot. `nil` if no `//` follows the scheme, or
  /// if the authority has a user or a port other than 80 or 443. Such a URL is not a service's
  /// link.
  public let host: String?
  /// Whether there is an authority, even if `host` is `nil`.
  public let hasAuthority: Bool
  /// The components of the path, decoded, without empty ones.
  public let path: [String]
  /// The query parameters, decoded, in their order.
  public let query: [(name: String, value: String)]

  /// Splits `text`. Never fails.
  public init(_ text: String) {
    self.text = text
    // Works on scalars: a slash and a combining mark after it form one character.
    var rest = text.unicodeScalars[...]
    scheme = Self.takeScheme(&rest)
    if rest.starts(with: "//".unicodeScalars) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex { ["/", "?", "#", "\\"].contains($0) } ?? rest.endIndex
      hasAuthority = true
      host = Self.host(Substring(rest[..<end]))
      rest = rest[end...]
    } else {
      hasAuthority = false
      host = nil
    }
    rest = rest.prefix { $0 != "#" }
    let question = rest.firstIndex(of: "?") ?? rest.endIndex
    path = rest[..<question].split(separator: "/").map(Self.decoded)
    query = Self.parameters(rest[question...].dropFirst())
  }

  /// Returns the non-empty values of the parameter `name`.
  public func values(of name: String) -> [String] {
    query.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// Compares the texts, which determine everything else.
  public static func == (left: LinkParts, right: LinkParts) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension LinkParts {
  private typealias Scalars = Substring.UnicodeScalarView

  /// Takes `name:` with at least two characters, so `C:` is not a scheme, and without a dot, so
  /// `music.apple.com:443/…` is a host.
  private static func takeScheme(_ rest: inout Scalars) -> String? {
    guard let colon = rest.firstIndex(of: ":") else { return nil }
    let name = rest[..<colon]
    guard
      name.count >= 2, name.first?.isASCIILetter == true,
      name.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "+" || $0 == "-" })
    else { return nil }
    rest = rest[colon...].dropFirst()
    return String(name).lowercased()
  }

  private static func host(_ authority: Substring) -> String? {
    guard !authority.contains("@") else { return nil }
    let pieces = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = pieces.first, pieces.count <= 2 else { return nil }
    if let port = pieces.dropFirst().first, !["", "80", "443"].contains(port) { return nil }
    let host = name.hasSuffix(".") ? name.dropLast() : name
    return host.isEmpty ? nil : host.lowercased()
  }

  private static func parameters(_ text: Scalars) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let equals = pair.firstIndex(of: "=") ?? pair.endIndex
      return (decoded(pair[..<equals]), decoded(pair[equals...].dropFirst()))
    }
  }

  private static func decoded(_ text: Scalars) -> String {
    String(text).removingPercentEncoding ?? String(text)
  }
}

extension Unicode.Scalar {
  package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}

extension StringProtocol {
  /// Whether there is at least one character and all are ASCII digits. `Character.isNumber` would
  /// accept digits of all scripts.
  package var isASCIIDigits: Bool { !isEmpty && unicodeScalars.allSatisfy(\.isASCIIDigit) }

  /// Whether the text is two ASCII letters, as a country or storefront is.
  package var isTwoLetterCode: Bool {
    unicodeScalars.count == 2 && unicodeScalars.allSatisfy(\.isASCIILetter)
  }
}
