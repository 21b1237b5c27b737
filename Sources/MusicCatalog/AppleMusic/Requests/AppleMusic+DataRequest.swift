import Foundation
import HTTPTypes

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
    guard target.utf8.count <= RequestLimits.targetLength else {
      throw RequestChecks.invalid(
        "A request has at most \(RequestLimits.targetLength) bytes in its address."
      )
    }
    return target
  }
}

/// Reads the query of an encoded path.
enum RequestQuery {
  /// The names, decoded.
  static func names(in target: String) -> Set<String> {
    Set(items(in: target).map(\.name))
  }

  /// Names and values, decoded, each with its encoded text `name=value`.
  static func items(in target: String) -> [(name: String, value: String, text: Substring)] {
    guard let mark = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: mark)...].split(separator: "&").map { text in
      let name = text.prefix { $0 != "=" }
      return (
        PercentEncoding.decodedQuery(name),
        PercentEncoding.decodedQuery(text.dropFirst(name.count + 1)),
        text
      )
    }
  }

  /// The path alone.
  static func path(of target: String) -> Substring {
    target.prefix { $0 != "?" }
  }
}

extension String {
  /// Adds a name and a value to a path's query.
  fileprivate mutating func append(item name: String, _ value: String) {
    append(part: "\(PercentEncoding.query(name))=\(PercentEncoding.query(value))")
  }

  /// Adds an encoded part to a path's query.
  mutating func append(part: String) {
    if contains("?") {
      if !hasSuffix("?"), !hasSuffix("&") { append("&") }
    } else {
      append("?")
    }
    append(part)
  }
}
