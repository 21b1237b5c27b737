import Foundation

/// The parameters of a request, as forms encode them: `+` is a space, the rest is percent-encoded UTF-8.
struct Query: Sendable {
  typealias Pairs = [(name: String, value: String)]

  let pairs: Pairs

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The members of a list with commas between them; nil where there is no such parameter.
  func list(_ name: String) -> [String]? { self[name].map(Self.split) }

  static func split(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// All but these parameters.
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

  /// The address with more in its query.
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

/// A stretch of a list.
struct Page: Sendable {
  var limit: Int
  var offset = 0

  /// The members of this page; none beyond the end, whatever the offset.
  func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
    let start = min(max(0, offset), list.count)
    return list[start..<start + min(limit, list.count - start)]
  }

  /// Where the next page begins, nil after the last one.
  func nextOffset(of count: Int) -> Int? {
    guard offset < count, limit < count - offset else { return nil }
    return offset + limit
  }
}
