/// An answer with tokens (RFC 6749, 5.1), of the service or of an app's own server. Descriptions
/// show no token.
public struct OAuthAnswer: Sendable, Hashable, Codable, Redacted {
  /// The access token.
  public var accessToken: String
  /// `Bearer`, usually.
  public var tokenType: String?
  /// The granted scopes, separated by spaces. Missing or empty if there are none.
  public var scope: String?
  /// The lifetime of the access token in seconds.
  public var expiresIn: Double?
  /// The refresh token. Absent for client credentials, and if the refresh token that was sent
  /// stays valid.
  public var refreshToken: String?

  private enum CodingKeys: String, SnakeCaseKey {
    case scope, accessToken, tokenType, expiresIn, refreshToken
  }

  /// Whether the tokens are valid in a header field and a form.
  var isValid: Bool {
    [accessToken, refreshToken].compactMap(\.self).allSatisfy { token in
      (1...8192).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  }
}

/// An answer without tokens (RFC 6749, 5.2).
public struct OAuthFailure: Sendable, Hashable, Codable {
  /// The name of the error, such as `invalid_grant`.
  public var error: String?
  /// A description of the error. Its wording varies.
  public var errorDescription: String?
  /// The name of the error at services that do not use ``error``.
  public var message: String?

  /// Makes an answer, for an app's own server.
  public init(error: String, errorDescription: String? = nil) {
    self.error = error
    self.errorDescription = errorDescription
  }

  private enum CodingKeys: String, SnakeCaseKey {
    case error, errorDescription, message
  }

  /// Whether the text has the form of a standard error name, so that it may be shown.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }
}
