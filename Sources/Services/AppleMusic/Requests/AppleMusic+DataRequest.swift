import Foundation
import HTTPTypes
import MusicCatalog

extension AppleMusic {
  /// A request for any path of the service, for what has no method of its own.
  ///
  /// ```swift
  /// struct Answer: Decodable { … }
  /// let request = AppleMusic.DataRequest("/v1/catalog/us/curators/976439548")
  /// let answer = try await client.value(of: request, as: Answer.self)
  /// ```
  public struct DataRequest: Sendable, Hashable {
    /// The method; GET where nothing else is said.
    public var method: HTTPRequest.Method
    /// A path that starts with `/v1/`, encoded; a query may follow, and ``query`` is added to it.
    public var path: String
    /// Names and values, not encoded; those without a value are left out.
    public var query: [URLQueryItem]
    /// A body in JSON; `nil`: none.
    public var body: Data?
    /// Whether the user's token goes along. Where nothing is said, it goes with paths under
    /// `/v1/me`, and nowhere else.
    public var sendsUserToken: Bool

    /// Makes a request. Nothing is checked before it is sent.
    public init(
      _ path: String,
      query: [URLQueryItem] = [],
      method: HTTPRequest.Method = .get,
      body: Data? = nil,
      sendsUserToken: Bool? = nil
    ) {
      self.path = path
      self.query = query
      self.method = method
      self.body = body
      self.sendsUserToken = sendsUserToken ?? Self.isPersonal(path)
    }

    /// The encoded path of `segments`, which are encoded here, each as one.
    static func path(_ segments: [String]) -> String {
      "/v1/" + segments.map(PercentEncoding.segment).joined(separator: "/")
    }

    private static func isPersonal(_ path: String) -> Bool {
      path.prefix { $0 != "?" } == "/v1/me" || path.hasPrefix("/v1/me/")
    }
  }
}

extension AppleMusic.DataRequest {
  /// Path and query as they are sent, with the language `l` where the request names none.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where the path is none of the service's, or
  ///   the whole is longer than servers take.
  func target(language: String?) throws -> String {
    var target = PercentEncoding.mended(path)
    guard target.hasPrefix("/v1/"), !ServiceBase.climbs(target) else {
      throw RequestChecks.invalid("A path of the service starts with /v1/ and does not climb.")
    }
    for item in query {
      guard let value = item.value else { continue }
      target.append(item: item.name, value)
    }
    if let language, !language.isEmpty, !RequestQuery.names(in: target).contains("l") {
      target.append(item: "l", language)
    }
    guard target.utf8.count <= RequestBounds.target else {
      throw RequestChecks.invalid(
        "A request has at most \(RequestBounds.target) bytes in its address."
      )
    }
    return target
  }
}
