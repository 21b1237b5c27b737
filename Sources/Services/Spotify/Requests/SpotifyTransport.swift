import HTTPTypes
import PlayerKitServices

/// Sends calls with a token, and again with the next token if the service refused it.
struct SpotifyTransport: HTTPTransport {
  let base: any HTTPTransport
  let tokens: any OAuthTokenProvider

  func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    var call = call
    let token = try await tokens.accessToken()
    call.request.headerFields[.authorization] = "Bearer \(token.secret)"
    let reply = try await base.send(call)
    guard reply.response.status == .unauthorized, Self.isAboutToken(reply, call.request) else {
      return reply
    }
    await tokens.refused(token)
    let next = try await tokens.accessToken()
    if next == token { return reply }
    call.request.headerFields[.authorization] = "Bearer \(next.secret)"
    return try await base.send(call)
  }

  /// Returns the first path segment below `/v1`. The prefix of a base URL may also contain `/v1`.
  static func area(of request: HTTPRequest) -> Substring? {
    RequestQuery.path(of: request.path ?? "").split(separator: "/")
      .split(separator: "v1", omittingEmptySubsequences: false).last?.first
  }

  /// Whether a 401 means that the token is invalid. Below `/me` it may mean instead that a user is
  /// required, while the catalog still accepts the app's token.
  private static func isAboutToken(_ reply: HTTPTransportResponse, _ request: HTTPRequest) -> Bool {
    guard area(of: request) == "me" else { return true }
    let texts = SpotifyFailure.details(of: reply.body).compactMap { $0.text?.lowercased() }
    return texts.isEmpty || texts.contains { $0.contains("token") }
  }
}
