import Foundation
import HTTPTypes

/// A request for a path of a service: what clients send inside, and what an app sends for which a client has no
/// method.
///
/// ```swift
/// let request = CatalogRequest("/artist/27/radio", query: [.init(name: "limit", value: "10")])
/// let answer: JSONValue = try await client.value(of: request)
/// ```
public struct CatalogRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPRequest.Method
  /// The path below the service's address: it starts with `/` and is encoded. A query may follow; ``query`` is
  /// added to it.
  public var path: String
  /// Names and values, not encoded; those without a value are left out.
  public var query: [URLQueryItem]
  /// A body in JSON; `nil`: none.
  public var body: Data?
  /// Whether it is made in the user's name, and carries the user's token; `nil`: as its path says. It means
  /// something to services that know requests of both sorts.
  public var isPersonal: Bool?

  /// Makes a request. Nothing is checked before it is sent.
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

  /// Makes a request for a path of `segments`, each of which is encoded as one.
  public init(segments: [String], query: [URLQueryItem] = []) {
    self.init("/" + segments.map(PercentEncoding.segment).joined(separator: "/"), query: query)
  }

  /// Path and query as they are sent, with those of the `common` parameters that are not among its own.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` for a path that climbs or does not start with `/`, and for
  ///   one that is longer than servers take.
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
