import Foundation
import HTTPTypes

/// Sends the requests of a service's client and decodes the replies. Used by every client.
///
/// A value. May be used on any thread, any number of times at once.
public struct ServiceRequester: Sendable {
  /// Makes a call from a request and additional header fields, and sends it.
  public typealias Sender =
    @Sendable (CatalogRequest, HTTPFields) async throws -> HTTPTransportResponse

  /// The service. Errors name it.
  public let service: CatalogService
  /// Completes each request before it is sent, for example with a token or a language.
  public var prepare: @Sendable (inout HTTPRequest) async throws -> Void = { _ in }
  /// Sends a request with everything that the service requires, and again if a token was refused.
  /// Its own errors are passed on unchanged: the failure of a token provider is not the service's.
  public var exchange: @Sendable (CatalogRequest, Sender) async throws -> HTTPTransportResponse = {
    try await $1($0, [:])
  }
  /// Extracts the error from a reply if the service has its own error format. `nil` if the reply is
  /// a success. By default the status decides.
  public var failure: @Sendable (HTTPTransportResponse) -> CatalogError?
  /// Parameters that are added to each request that does not set them itself.
  public var commonParameters: [URLQueryItem] = []
  /// The parameters that the service omits from the addresses of next pages. They are added again.
  public var carriedParameters: Set<String> = ["limit"]
  /// Parameters that are sent only with the first page, for services whose addresses of next pages
  /// may omit any parameter. All other parameters are added again to pages of the same list. If
  /// `nil`, only the carried parameters are added.
  public var firstPageParameters: Set<String>?

  private let configuration: ClientConfiguration
  private let transport: any HTTPTransport
  private let base: ServiceBase?
  private let host: String

  /// Makes a requester. Sends nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - policy: The service's policy, used if the configuration has no transport.
  ///   - host: The service's own host, which the configuration's base URL replaces.
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

  /// Sends a request and returns the successful reply. Its body may be empty.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func reply(to request: CatalogRequest) async throws -> HTTPTransportResponse {
    try await exchanged(completed(request))
  }

  /// Sends a request and decodes the reply. Lists in it can fetch further pages.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/malformedReply`` also if the
  ///   body is empty; `CancellationError`.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    let request = try completed(request)
    return try decode(type, from: try await exchanged(request), to: request)
  }

  /// Returns the request with the complete path and query to send.
  package func completed(_ request: CatalogRequest) throws -> CatalogRequest {
    var completed = request
    completed.path = try named { try request.target(adding: commonParameters) }
    completed.query = []
    return completed
  }

  private func exchanged(_ request: CatalogRequest) async throws -> HTTPTransportResponse {
    let reply = try await exchange(request) { request, fields in
      do {
        return try await send(request, fields)
      } catch {
        throw named(error)
      }
    }
    if let failure = failure(reply) { throw named(failure) }
    return reply
  }

  private func send(_ request: CatalogRequest, _ fields: HTTPFields) async throws
    -> HTTPTransportResponse
  {
    guard let base else {
      throw CatalogError(.invalidArgument, "The base URL is not an http or https URL with a host.")
    }
    var call = HTTPTransportRequest(
      base.request(request.method, request.path),
      body: request.body,
      timeout: configuration.timeout,
      maximumReplySize: configuration.maximumReplySize
    )
    call.request.headerFields = fields
    call.request.headerFields[.accept] = "application/json"
    if request.body != nil { call.request.headerFields[.contentType] = "application/json" }
    try await prepare(&call.request)
    return try await transport.send(call)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    from reply: HTTPTransportResponse,
    to request: CatalogRequest,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    let pager = Pager(requester: self, first: request)
    return try ReplyDecoder.decode(
      type,
      from: reply,
      of: service,
      userInfo: userInfo.merging([.listPager: pager]) { given, _ in given }
    )
  }

  private func named<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw named(error)
    }
  }

  private func named(_ error: any Error) -> any Error {
    guard var error = error as? CatalogError else { return error }
    error.service = error.service ?? service
    return error
  }
}

extension ServiceRequester {
  /// Returns the path and query of a list's next page, with the parameters of the first request
  /// that `next` omits.
  ///
  /// - Parameters:
  ///   - next: The address as the service sent it.
  ///   - first: The path and query of the request in whose reply the list began. It may have
  ///     requested another list.
  ///   - limit: The page size that the reader wants, if known.
  package func target(next: String, first: String, limit: Int? = nil) throws -> String {
    var target = try named { try base?.target(next: next, standingFor: host) ?? next }
    let path = RequestQuery.path(of: target)
    let isSameList = path == RequestQuery.path(of: first)
    var present = RequestQuery.names(in: target)
    if let limit, present.insert("limit").inserted { target.append(item: "limit", "\(limit)") }
    for item in RequestQuery.items(in: first) {
      let isLost = isSameList && firstPageParameters.map { !$0.contains(item.name) } == true
      if isLost || carriedParameters.contains(item.name) {
        if present.insert(item.name).inserted { target.append(part: String(item.text)) }
      } else if !isSameList, path.hasSuffix("/" + item.name.dropFirst(6).dropLast()),
        item.name.hasPrefix("limit["), present.insert("limit").inserted
      {
        target.append(item: "limit", item.value)
      }
    }
    return target
  }

  /// Requests further pages of the lists in one reply.
  private struct Pager: ListPager {
    let requester: ServiceRequester
    /// The request of the reply.
    let first: CatalogRequest

    func page<Page: CatalogList>(
      at next: String,
      after paging: ListPaging,
      as type: Page.Type
    ) async throws -> Page {
      let request = CatalogRequest(
        try requester.target(next: next, first: first.path, limit: paging.limit),
        isPersonal: first.isPersonal
      )
      let reply = try await requester.exchanged(request)
      guard let group = paging.group else {
        return try requester.decode(type, from: reply, to: request)
      }
      return try requester.decode(
        GroupDocument<Page>.self,
        from: reply,
        to: request,
        userInfo: [.listGroup: group]
      ).page
    }
  }
}

/// A reply that nests a list under a key, as searches do, or the list itself.
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

extension CodingUserInfoKey {
  package static let listGroup = CodingUserInfoKey("PlayerKit.listGroup")
}
