import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting
import TestSupport

/// A client of a service that a test simulates.
struct SpotifyBench {
  let clock = ManualClock()
  let transport: StubTransport
  let tokens: TurningSpotifyTokens
  let client: SpotifyClient

  /// Answers each call with `answer`, given its method and its path below `/v1/`, with the query
  /// decoded.
  init(
    market: String? = nil,
    tokens: TurningSpotifyTokens = TurningSpotifyTokens(),
    base: String = "http://127.0.0.1:8080/spotify",
    _ answer: @escaping @Sendable (String) async throws -> HTTPTransportResponse
  ) {
    transport = StubTransport { try await answer(Self.line($0)) }
    self.tokens = tokens
    client = SpotifyClient(
      tokens: tokens,
      market: market,
      configuration: .init(baseURL: URL(string: base), transport: transport, clock: clock)
    )
  }

  /// Answers the calls in order, and further ones with 500.
  init(
    market: String? = nil,
    tokens: TurningSpotifyTokens = TurningSpotifyTokens(),
    script: [HTTPTransportResponse]
  ) {
    let rest = Locked(script)
    self.init(market: market, tokens: tokens) { _ in
      rest.withLock { $0.isEmpty ? .empty(500) : $0.removeFirst() }
    }
  }

  /// The method and the path below `/v1/` of each call, with the query decoded.
  var asked: [String] { transport.calls.map(Self.line) }

  /// The bodies of the calls.
  var bodies: [JSONValue?] {
    transport.calls.map { call in
      call.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
    }
  }

  /// The values of a header field over all calls.
  func field(_ name: HTTPField.Name) -> [String?] {
    transport.calls.map { $0.request.headerFields[name] }
  }

  private static func line(_ call: HTTPTransportRequest) -> String {
    let path = (call.request.path ?? "").replacing("+", with: " ").removingPercentEncoding ?? ""
    let prefix = "/spotify/v1/"
    let rest = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    return "\(call.request.method.rawValue) \(rest)"
  }
}

extension HTTPTransportResponse {
  /// An error in the Web API's form.
  static func refusal(_ status: Int, _ message: String = "Forbidden", reason: String? = nil)
    -> HTTPTransportResponse
  {
    let reason = reason.map { #","reason":"\#($0)""# } ?? ""
    return .text(
      #"{"error":{"status":\#(status),"message":"\#(message)"\#(reason)}}"#,
      status: .init(code: status)
    )
  }

  /// A page of tracks.
  static func trackPage(_ ids: [String], next: String? = nil) -> HTTPTransportResponse {
    .text(page(ids.map(track), next: next))
  }

  /// A page in JSON.
  static func page(_ members: [String], next: String? = nil) -> String {
    let next = next.map { "\"\($0)\"" } ?? "null"
    return #"{"items":[\#(members.joined(separator: ","))],"next":\#(next)}"#
  }

  /// A track in JSON.
  static func track(_ id: String) -> String {
    #"{"id":"\#(id)","type":"track","name":"Track \#(id)","uri":"spotify:track:\#(id)"}"#
  }
}
