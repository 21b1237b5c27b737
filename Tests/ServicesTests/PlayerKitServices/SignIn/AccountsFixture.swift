import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import Testing

/// An accounts service that issues `access-1`, `access-2` … and rotates refresh tokens, or does
/// not.
final class AccountsFixture: Sendable {
  private struct State {
    var issued = 0
    var live: Set<String>
    var failures: [HTTPTransportResponse] = []
  }

  private let state: Locked<State>
  private let rotates: Bool
  private let gate: (@Sendable () async -> Void)?

  init(
    live: Set<String> = ["refresh-0"],
    rotates: Bool = true,
    gate: (@Sendable () async -> Void)? = nil
  ) {
    state = Locked(State(live: live))
    self.rotates = rotates
    self.gate = gate
  }

  var transport: StubTransport {
    StubTransport { [self] call in
      await gate?()
      return reply(to: Self.form(of: call))
    }
  }

  /// Answers the next call with this.
  func failNext(_ reply: HTTPTransportResponse) { state.withLock { $0.failures.append(reply) } }

  /// Another client uses a refresh token.
  func rotate(_ token: String, to next: String) {
    state.withLock { state in
      state.live.remove(token)
      state.live.insert(next)
    }
  }

  static func form(of call: HTTPTransportRequest) -> [String: String] {
    let text = String(decoding: call.body ?? Data(), as: UTF8.self)
    var form: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      form[String(parts[0])] = parts.count > 1 ? String(parts[1]).removingPercentEncoding : ""
    }
    return form
  }

  private func reply(to form: [String: String]) -> HTTPTransportResponse {
    state.withLock { state in
      if !state.failures.isEmpty { return state.failures.removeFirst() }
      var refresh: String?
      if let token = form["refresh_token"] {
        guard state.live.contains(token) else { return Self.invalidGrant }
        if rotates {
          state.live.remove(token)
          refresh = "refresh-\(state.issued + 1)"
        }
      } else if form["code"] != nil {
        refresh = "refresh-\(state.issued + 1)"
      }
      state.issued += 1
      if let refresh { state.live.insert(refresh) }
      let field = refresh.map { #","refresh_token":"\#($0)""# } ?? ""
      return .text(
        #"{"access_token":"access-\#(state.issued)","token_type":"Bearer","expires_in":3600\#(field)}"#
      )
    }
  }

  static let invalidGrant = HTTPTransportResponse.text(
    #"{"error":"invalid_grant","error_description":"Refresh token revoked"}"#,
    status: .badRequest
  )
}

/// A store that records its calls, and fails on request.
final class RecordingStore: OAuthTokenStore {
  struct Full: Error {}

  private struct State {
    var tokens: OAuthToken?
    var saves: [OAuthToken] = []
    var removals = 0
    var fails = false
  }

  private let state: Locked<State>

  init(_ tokens: OAuthToken? = nil) { state = Locked(State(tokens: tokens)) }

  var tokens: OAuthToken? { state.withLock { $0.tokens } }
  var saves: [OAuthToken] { state.withLock { $0.saves } }
  var removals: Int { state.withLock { $0.removals } }
  func setFails(_ fails: Bool) { state.withLock { $0.fails = fails } }
  func replace(_ tokens: OAuthToken) { state.withLock { $0.tokens = tokens } }

  func load() async throws -> OAuthToken? { tokens }

  func save(_ tokens: OAuthToken) async throws {
    try state.withLock { state in
      if state.fails { throw Full() }
      state.tokens = tokens
      state.saves.append(tokens)
    }
  }

  func remove() async throws {
    state.withLock { state in
      state.tokens = nil
      state.removals += 1
    }
  }
}

extension OAuthToken {
  /// Tokens that expire `seconds` after the manual clock's origin.
  static func ending(at seconds: Double, refresh: String? = "refresh-0") -> OAuthToken {
    OAuthToken(
      accessToken: "access-0",
      expiresAt: ManualClock.dateOfOrigin + seconds,
      refreshToken: refresh,
      scopes: ["user-library-read"],
      authorizedAt: ManualClock.dateOfOrigin
    )
  }
}

extension OAuthConfiguration {
  /// A service with its app, which has a secret or none.
  static func example(
    secret: String? = nil,
    _ change: (inout OAuthConfiguration) throws -> Void = { _ in }
  ) throws -> OAuthConfiguration {
    var configuration = OAuthConfiguration(
      service: CatalogService(rawValue: "example"),
      authorizationURL: try #require(URL(string: "https://accounts.example/authorize")),
      tokenURL: try #require(URL(string: "https://accounts.example/api/token")),
      clientID: "app-id",
      clientSecret: secret
    )
    try change(&configuration)
    return configuration
  }
}
