import Foundation

/// A text cut into the parts of an address.
///
/// Cut by hand: people paste slugs in any script, percent-encoded, half encoded or not at all, which
/// `URL` refuses or rewrites, differently on each system.
public struct LinkParts: Hashable, Sendable {
  /// The whole text.
  public let text: String
  /// The scheme in small letters; `nil` where there is none.
  public let scheme: String?
  /// The host in small letters, without port and final dot; `nil` where no `//` follows the scheme,
  /// or where the authority names a user or a port that is not the web's: such an address is no
  /// link of a service.
  public let host: String?
  /// Whether there is an authority, even one whose `host` is `nil`.
  public let hasAuthority: Bool
  /// The parts of the path, decoded, without empty ones.
  public let path: [String]
  /// The parameters of the query, decoded, in their order.
  public let query: [(name: String, value: String)]

  /// Cuts `text`. Never fails.
  public init(_ text: String) {
    self.text = text
    // By scalars: a slash and the mark that follows it are one character.
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

  /// The values of the parameter `name`, without empty ones.
  public func values(of name: String) -> [String] {
    query.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// By the text: it decides all else.
  public static func == (left: LinkParts, right: LinkParts) -> Bool { left.text == right.text }

  /// By the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension LinkParts {
  private typealias Scalars = Substring.UnicodeScalarView

  /// `name:` with at least two characters, so that `C:` is none, and without a dot, so that
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
  /// At least one digit, and ASCII digits only: `Character.isNumber` takes those of all scripts.
  package var isASCIIDigits: Bool { !isEmpty && unicodeScalars.allSatisfy(\.isASCIIDigit) }

  /// Two ASCII letters: a country, a storefront.
  package var isTwoLetterCode: Bool {
    unicodeScalars.count == 2 && unicodeScalars.allSatisfy(\.isASCIILetter)
  }
}
