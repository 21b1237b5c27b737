import Foundation
import HTTPTypes

/// A request for a path of a service. Clients use it internally; apps use it for endpoints for
/// which a client has no method.
///
/// ```swift
/// let request = CatalogRequest("/artist/27/radio", query: [.init(name: "limit", value: "10")])
/// let answer: JSONValue = try await client.value(of: request)
/// ```
public struct CatalogRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPRequest.Method
  /// The percent-encoded path below the service's base URL. It starts with `/`. It may include a
  /// query, to which ``query`` is added.
  public var path: String
  /// Names and values, not encoded. Items without a value are left out.
  public var query: [URLQueryItem]
  /// A JSON body. `nil` if there is none.
  public var body: Data?
  /// Whether the request is made for the user and carries the user's token. If `nil`, the path
  /// decides. Only used by services that have both kinds of requests.
  public var isPersonal: Bool?

  /// Makes a request. Nothing is checked until it is sent.
  public init(
    _ path: String,
    query: [URLQueryItem] = [],
    method: HTTPRequest.Method = .get,
    body: Data? = nil,
    isPersonal: Bool? = nil
  ) {
    self.path = path
    self.query = query
    self.method = method
    self.body = body
    self.isPersonal = isPersonal
  }

  /// Makes a request for a path of `segments`. Each segment is encoded.
  public init(segments: [String], query: [URLQueryItem] = []) {
    self.init("/" + segments.map(PercentEncoding.segment).joined(separator: "/"), query: query)
  }

  /// Returns path and query as they are sent, including each `common` parameter that the request
  /// does not set itself.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if the path does not start with `/` or
  ///   contains `.` or `..` segments, or if it is too long for servers.
  package func target(adding common: [URLQueryItem] = []) throws(CatalogError) -> String {
    var target = PercentEncoding.mended(path)
    guard target.hasPrefix("/"), !target.hasPrefix("//"), !ServiceBase.climbs(target) else {
      throw CatalogError(.invalidArgument, "A path starts with / and does not climb.")
    }
    for item in query {
      if let value = item.value { target.append(item: item.name, value) }
    }
    let present = RequestQuery.names(in: target)
    for item in common where !present.contains(item.name) {
      if let value = item.value { target.append(item: item.name, value) }
    }
    guard target.utf8.count <= RequestBounds.target else {
      throw CatalogError(
        .invalidArgument,
        "A request has at most \(RequestBounds.target) bytes in its address."
      )
    }
    return target
  }
}
