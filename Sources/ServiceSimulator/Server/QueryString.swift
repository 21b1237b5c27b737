import Foundation

/// A query as forms encode it: `+` is a space, the rest is percent-encoded UTF-8.
enum QueryString {
  /// The pairs in order. A name without `=` has an empty value.
  static func pairs(of raw: String) -> [(name: String, value: String)] {
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
  static func adding(_ items: [(String, String)], to text: String) -> String {
    let query = items.map { "\($0.0)=\(escaped($0.1))" }.joined(separator: "&")
    return text + (text.contains("?") ? "&" : "?") + query
  }

  private static func escaped(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
