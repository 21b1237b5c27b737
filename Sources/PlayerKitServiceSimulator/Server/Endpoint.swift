/// An endpoint of a simulated service: a method, and a path in which `{…}` stands for any one
/// segment.
///
/// A path may end with a parameter that distinguishes the endpoint:
/// `GET /v1/catalog/{storefront}/songs?filter[isrc]`. `?ids[]` stands for any parameter `ids[…]`.
package struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  let method: Substring
  private let segments: [Substring]
  private let parameter: Substring?

  init(_ description: String) {
    self.description = description
    let words = description.split(separator: " ", maxSplits: 1)
    let parts = (words.last ?? "").split(separator: "?", maxSplits: 1)
    method = words.first ?? ""
    segments = (parts.first ?? "").split(separator: "/")
    parameter = parts.count == 2 ? parts[1] : nil
  }

  /// The decoded values for the braces of the path, or `nil` if the path does not match.
  func values(in path: String) -> [String]? {
    let asked = path.split(separator: "/")
    guard asked.count == segments.count else { return nil }
    var values: [String] = []
    for (text, segment) in zip(asked, segments) {
      if segment.hasPrefix("{") {
        values.append(text.removingPercentEncoding ?? String(text))
      } else if text != segment {
        return nil
      }
    }
    return values
  }

  /// Whether a request with parameters of these names matches this endpoint. `nil` ignores the
  /// parameters.
  func matches(method: String, path: String, names: [String]?) -> Bool {
    guard method == self.method, values(in: path) != nil else { return false }
    guard let parameter, let names else { return true }
    let isPrefix = parameter.hasSuffix("[]")
    return names.contains { isPrefix ? $0.hasPrefix(parameter.dropLast()) : $0 == parameter }
  }
}

/// An endpoint and its handler.
struct Route<Handler: Sendable>: Sendable {
  let endpoint: Endpoint
  let handler: Handler

  init(_ endpoint: String, _ handler: Handler) {
    self.endpoint = Endpoint(endpoint)
    self.handler = handler
  }
}
