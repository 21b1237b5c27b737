import HTTPTypes

extension ServiceRequester {
  /// Sends each request with an access token, and again with the next one if the service refused
  /// the first (HTTP 401). Replaces ``exchange``.
  ///
  /// - Parameters:
  ///   - tokens: Provides the tokens, such as an ``OAuthSession``.
  ///   - scheme: The word before the token in the field `Authorization`.
  public mutating func authorize(by tokens: any OAuthTokenProvider, scheme: String = "Bearer") {
    exchange = { request, send in
      let token = try await tokens.accessToken()
      let reply = try await send(request, [.authorization: "\(scheme) \(token.secret)"])
      guard reply.response.status == .unauthorized else { return reply }
      await tokens.refused(token)
      let next = try await tokens.accessToken()
      if next == token { return reply }
      return try await send(request, [.authorization: "\(scheme) \(next.secret)"])
    }
  }
}
