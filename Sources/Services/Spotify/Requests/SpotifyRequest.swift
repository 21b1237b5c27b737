import Foundation
import HTTPTypes
import MusicCatalog

/// One request to the Web API, before its token.
struct SpotifyRequest: Sendable {
  var method = HTTPRequest.Method.get
  /// The segments below `/v1`, not encoded.
  var path: [String]
  /// Names and values, not encoded; without a value a name is left out.
  var query: [(name: String, value: String?)] = []
  /// The body, in JSON.
  var body: JSONValue?

  init(
    _ method: HTTPRequest.Method = .get,
    _ path: [String],
    query: KeyValuePairs<String, String?> = [:],
    body: JSONValue? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query.map { ($0.key, $0.value) }
    self.body = body
  }

  init(
    _ method: HTTPRequest.Method,
    _ path: String...,
    query: KeyValuePairs<String, String?> = [:],
    body: JSONValue? = nil
  ) {
    self.init(method, path, query: query, body: body)
  }

  /// Path and query as they are sent.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where the whole is longer than servers take.
  func target() throws -> String {
    var target = "/v1/" + path.map(PercentEncoding.segment).joined(separator: "/")
    for (name, value) in query {
      guard let value else { continue }
      target.append(part: "\(PercentEncoding.query(name))=\(PercentEncoding.query(value))")
    }
    guard target.utf8.count <= RequestBounds.target else {
      throw SpotifyChecks.invalid(
        "A request has at most \(RequestBounds.target) bytes in its address."
      )
    }
    return target
  }

  func data() throws -> Data? {
    guard let body else { return nil }
    do {
      return try JSONEncoder().encode(body)
    } catch {
      throw SpotifyChecks.invalid("The body cannot be written as JSON.")
    }
  }
}
