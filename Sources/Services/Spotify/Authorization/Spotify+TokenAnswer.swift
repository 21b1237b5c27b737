import MusicCatalog

extension Spotify {
  /// What the accounts service answers to a request for tokens, as does an app's own server for
  /// token swap. Its descriptions show neither token.
  public struct TokenAnswer: Sendable, Hashable, Codable, Redacted {
    /// The access token.
    public var accessToken: String
    /// `Bearer`.
    public var tokenType: String?
    /// The scopes that were granted, with spaces between them; missing or empty where there are none.
    public var scope: String?
    /// For how many seconds the access token is good.
    public var expiresIn: Int?
    /// The refresh token; none for client credentials, nor where the one that was sent stays good.
    public var refreshToken: String?

    /// Makes an answer, as an app's own server gives it.
    public init(
      accessToken: String,
      tokenType: String? = "Bearer",
      scope: String? = nil,
      expiresIn: Int? = 3600,
      refreshToken: String? = nil
    ) {
      self.accessToken = accessToken
      self.tokenType = tokenType
      self.scope = scope
      self.expiresIn = expiresIn
      self.refreshToken = refreshToken
    }

    private enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case tokenType = "token_type"
      case scope
      case expiresIn = "expires_in"
      case refreshToken = "refresh_token"
    }
  }

  /// What the accounts service answers where it gives no token (RFC 6749, 5.2).
  public struct AuthorizationFailure: Sendable, Hashable, Codable {
    /// The failure's name, such as `invalid_grant`.
    public var error: String
    /// The failure in a sentence, whose wording varies.
    public var errorDescription: String?

    /// Makes a failure, as an app's own server states it.
    public init(error: String, errorDescription: String? = nil) {
      self.error = error
      self.errorDescription = errorDescription
    }

    private enum CodingKeys: String, CodingKey {
      case error
      case errorDescription = "error_description"
    }
  }
}
