import Foundation
import HTTPTypes

/// Sends the requests of one service's client and reads the answers: what every client has inside.
///
/// A value. May be used on any thread, any number of times at once.
public struct ServiceRequester: Sendable {
  /// The service; errors name it.
  public let service: CatalogService
  /// Completes each request before it is sent: adds a token, a language.
  public var prepare: @Sendable (inout HTTPRequest) async throws -> Void = { _ in }
  /// Reads what went wrong out of an answer, where the service has its own way to say it; `nil` where the answer
  /// is one. Without it the status tells.
  public var failure: @Sendable (HTTPReply) -> CatalogError?
  /// The names of parameters that the service's addresses of next pages lose: they are put back.
  public var carriedParameters: Set<String> = ["limit"]

  private let configuration: ClientConfiguration
  private let transport: any HTTPTransport
  private let base: ServiceBase?
  private let host: String

  /// Makes a requester. Sends nothing.
  ///
  /// - Parameters:
  ///   - policy: how the service is asked, where the configuration brings no transport.
  ///   - host: the service's own host, which the configuration's base stands for.
  public init(policy: ServicePolicy, host: String, configuration: ClientConfiguration) {
    service = policy.service
    self.host = host.lowercased()
    self.configuration = configuration
    transport = configuration.transport(for: policy)
    base = (configuration.baseURL ?? URL(string: "https://" + host)).flatMap {
      ServiceBase($0, of: policy.service)
    }
    failure = { [clock = configuration.clock] in CatalogError(status: $0, now: clock.date) }
  }

  /// The answer to a request, where it states a success; its body may be empty.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func reply(to request: CatalogRequest) async throws -> HTTPReply {
    try await named {
      try await reply(to: request.target(), method: request.method, body: request.body)
    }
  }

  /// The answer to a request, decoded. Lists in it page by themselves.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/malformedReply`` also where the body is empty.
  ///   `CancellationError`.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await named {
      let target = try request.target()
      let reply = try await reply(to: target, method: request.method, body: request.body)
      return try decode(type, from: reply, to: target)
    }
  }

  private func reply(
    to target: String,
    method: HTTPRequest.Method = .get,
    body: Data? = nil
  ) async throws -> HTTPReply {
    guard let base else {
      throw CatalogError(.invalidArgument, "The base URL is no http(s) URL of a host.")
    }
    var request = base.request(method, target)
    request.headerFields[.accept] = "application/json"
    if body != nil { request.headerFields[.contentType] = "application/json" }
    try await prepare(&request)
    let reply = try await transport.send(
      HTTPCall(
        request,
        body: body,
        timeout: configuration.timeout,
        maximumReplySize: configuration.maximumReplySize
      )
    )
    if let failure = failure(reply) { throw failure }
    return reply
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    from reply: HTTPReply,
    to target: String,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    let pager = Pager(requester: self, first: target)
    return try ReplyDecoder.decode(
      type,
      from: reply,
      of: service,
      userInfo: userInfo.merging([.listPager: pager]) { given, _ in given }
    )
  }

  private func named<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch var error as CatalogError {
      error.service = error.service ?? service
      throw error
    }
  }
}

extension ServiceRequester {
  /// Asks for the further pages of the lists in one answer.
  private struct Pager: ListPager {
    let requester: ServiceRequester
    /// The path and query that the answer was asked for by.
    let first: String

    func page<Page: CatalogList>(
      at next: String,
      after paging: ListPaging,
      as type: Page.Type
    ) async throws -> Page {
      try await requester.named {
        var target = try requester.base?.target(next: next, standingFor: requester.host) ?? next
        let present = RequestQuery.names(in: target)
        for item in RequestQuery.items(in: first)
        where requester.carriedParameters.contains(item.name) && !present.contains(item.name)
          && (item.name != "limit" || paging.limit == nil)
        {
          target.append(part: String(item.text))
        }
        if let limit = paging.limit, !present.contains("limit") {
          target.append(item: "limit", "\(limit)")
        }
        let reply = try await requester.reply(to: target)
        guard let group = paging.group else {
          return try requester.decode(type, from: reply, to: target)
        }
        return try requester.decode(
          GroupDocument<Page>.self,
          from: reply,
          to: target,
          userInfo: [.listGroup: group]
        ).page
      }
    }
  }
}

/// An answer that holds a list in a group, as searches do; or the list alone.
private struct GroupDocument<Page: Decodable>: Decodable {
  let page: Page

  init(from decoder: any Decoder) throws {
    let group = decoder.userInfo[.listGroup] as? String ?? ""
    let groups = try decoder.container(keyedBy: AnyKey.self)
    page =
      groups.contains(AnyKey(group))
      ? try groups.decode(Page.self, forKey: AnyKey(group)) : try Page(from: decoder)
  }
}

/// A key that is known only when it is met.
package struct AnyKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
  package static let listGroup = CodingUserInfoKey("PlayerKit.listGroup")
}
