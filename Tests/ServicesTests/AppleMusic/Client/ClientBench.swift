import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport

/// A client of a service that a test simulates.
struct ClientBench {
  let clock = ManualClock()
  let transport: StubTransport
  let client: AppleMusicClient

  /// Answers each call by `answer`.
  init(
    developerTokens: (any DeveloperTokenProvider)? = nil,
    userTokens: (any UserTokenProvider)? = nil,
    storefront: String = "us",
    language: String? = nil,
    base: String = "http://127.0.0.1:8080/applemusic",
    lookupWindow: Duration = .zero,
    _ answer: @escaping @Sendable (HTTPTransportRequest) async throws -> HTTPTransportResponse
  ) throws {
    transport = StubTransport(answer)
    client = AppleMusicClient(
      developerTokens: try developerTokens ?? TurningTokens(),
      userTokens: userTokens,
      storefront: storefront,
      language: language,
      lookupWindow: lookupWindow,
      configuration: .init(baseURL: URL(string: base), transport: transport, clock: clock)
    )
  }

  /// Answers the calls in order, and further ones with 500.
  init(
    developerTokens: (any DeveloperTokenProvider)? = nil,
    userTokens: (any UserTokenProvider)? = nil,
    storefront: String = "us",
    language: String? = nil,
    script: [HTTPTransportResponse]
  ) throws {
    let rest = Locked(script)
    try self.init(
      developerTokens: developerTokens,
      userTokens: userTokens,
      storefront: storefront,
      language: language
    ) { _ in
      rest.withLock { $0.isEmpty ? .text("", status: .internalServerError) : $0.removeFirst() }
    }
  }

  /// Lets lookup windows pass until there are `count` calls. The wait for a window may begin only
  /// after its lookups were counted, so the clock advances more than once.
  func passWindow(until count: Int) async throws {
    try await eventually("\(count) calls") {
      clock.advance(by: .milliseconds(5))
      return transport.calls.count >= count
    }
  }

  /// The method and the path below the base of each call, with the query decoded.
  var asked: [String] {
    transport.calls.map { call in
      let path = (call.request.path ?? "").replacing("+", with: " ").removingPercentEncoding ?? ""
      let prefix = path.hasPrefix("/applemusic/v1/") ? "/applemusic/v1/".count : 0
      return "\(call.request.method.rawValue) \(path.dropFirst(prefix))"
    }
  }

  /// The bodies of the calls as text.
  var bodies: [String] {
    transport.calls.map { String(data: $0.body ?? Data(), encoding: .utf8) ?? "" }
  }

  /// The values of a header field over all calls.
  func field(_ name: String) -> [String?] {
    guard let name = HTTPField.Name(name) else { return [] }
    return transport.calls.map { $0.request.headerFields[name] }
  }
}

extension HTTPTransportResponse {
  /// An error document.
  static func error(_ status: Int, code: String, parameter: String? = nil) -> HTTPTransportResponse
  {
    let source = parameter.map { #","source":{"parameter":"\#($0)"}"# } ?? ""
    return .text(
      #"{"errors":[{"id":"X","title":"t","status":"\#(status)","code":"\#(code)"\#(source)}]}"#,
      status: .init(code: status)
    )
  }

  /// A list of songs by their ids.
  static func songs(_ ids: [String], next: String? = nil, meta: String? = nil)
    -> HTTPTransportResponse
  {
    list(ids.map { song($0) }, next: next, meta: meta)
  }

  /// A list of members in JSON.
  static func list(_ members: [String], next: String? = nil, meta: String? = nil)
    -> HTTPTransportResponse
  {
    let next = next.map { #","next":"\#($0)""# } ?? ""
    let meta = meta.map { #","meta":\#($0)"# } ?? ""
    return .text(#"{"data":[\#(members.joined(separator: ","))]\#(next)\#(meta)}"#)
  }

  /// A song in JSON.
  static func song(_ id: String) -> String {
    #"{"id":"\#(id)","type":"songs","attributes":{"name":"Song \#(id)","isrc":"ISRC\#(id)"}}"#
  }
}
