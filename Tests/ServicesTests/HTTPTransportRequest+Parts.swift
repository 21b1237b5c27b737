import Foundation
import HTTPTypes
import PlayerKitServices

extension HTTPTransportRequest {
  var host: String { request.authority ?? "" }

  /// The path without the query.
  var path: String { String((request.path ?? "").prefix { $0 != "?" }) }

  /// The decoded values of a parameter.
  func values(_ name: String) -> [String] {
    (URLComponents(string: request.path ?? "")?.queryItems ?? []).filter { $0.name == name }
      .compactMap(\.value)
  }

  func value(_ name: String) -> String? { values(name).first }

  /// The query as the server reads a form.
  var query: [String: String] {
    let text = request.path?.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let pairs = text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let values = parts.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      return (values[0], values.count > 1 ? values[1] : "")
    }
    return Dictionary(pairs) { $1 }
  }
}
