import Foundation

/// The form-encoded parameters of a request: `+` is a space, the rest is percent-encoded UTF-8.
package struct Query: Sendable {
  package typealias Pairs = [(name: String, value: String)]

  let pairs: Pairs

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The members of a comma-separated list, or `nil` if the parameter is missing.
  func list(_ name: String) -> [String]? { self[name].map(Self.split) }

  static func split(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// All parameters except these.
  func without(_ names: String...) -> Pairs { pairs.filter { !names.contains($0.name) } }

  /// The pairs in order. A name without `=` has an empty value.
  static func pairs(of raw: String) -> Pairs {
    raw.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = String(text).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }

  /// Adds parameters to the query of an address.
  static func adding(_ items: Pairs, to text: String) -> String {
    let query = items.map { "\($0.name)=\(escaped($0.value))" }.joined(separator: "&")
    return text + (text.contains("?") ? "&" : "?") + query
  }

  static func escaped(_ text: String, beside more: String = "") -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return text.addingPercentEncoding(withAllowedCharacters: .init(charactersIn: letters + more))
      ?? ""
  }
}

/// A section of a list.
struct Page: Sendable {
  var limit: Int
  var offset = 0

  /// The members of this page. Empty if the offset is beyond the end.
  func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
    let start = min(max(0, offset), list.count)
    return list[start..<start + min(limit, list.count - start)]
  }

  /// The offset of the next page, or `nil` after the last one.
  func nextOffset(of count: Int) -> Int? {
    guard offset < count, limit < count - offset else { return nil }
    return offset + limit
  }
}
