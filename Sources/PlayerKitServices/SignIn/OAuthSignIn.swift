import Foundation

/// A code from a user's consent. It can be redeemed for tokens once, within minutes. Descriptions
/// show nothing of it.
public struct OAuthCode: Sendable, Hashable, Redacted {
  /// The code. **A secret.**
  public let secret: String
  /// The redirect address that received the code. The service compares it.
  public let redirectURI: String
  /// The verifier of the proof key that the code was requested with. **A secret.**
  public let verifier: String?

  /// Takes a code that did not arrive through ``OAuthSignIn``, such as one at an app's own server.
  public init(_ secret: String, redirectURI: String, verifier: String? = nil) {
    self.secret = secret
    self.redirectURI = redirectURI
    self.verifier = verifier
  }
}

/// One attempt to obtain a user's consent: the page to show, and the expected callback.
///
/// For an app with its own redirect, such as `myapp://callback` on a phone: show ``url``, and pass
/// the URL with which the app is opened to ``answer(from:)``. `LoopbackSignIn` does both for tools
/// and desktop apps. ``OAuthSession/signIn(with:)`` redeems the code. Make a new value for each
/// attempt. Descriptions contain no secret.
public struct OAuthSignIn: RedirectSignIn, Hashable, Redacted {
  /// The page where the user signs in and grants access, for the system's browser. Do not log it:
  /// it contains this attempt's `state`.
  public let url: URL
  /// The redirect address.
  public let redirectURI: String
  private let redirect: RedirectAddress
  private let state: String
  private let verifier: String?

  /// Makes an attempt, with its own proof key unless the configuration has none.
  ///
  /// - Parameters:
  ///   - configuration: The service and the app.
  ///   - redirectURI: The redirect address, exactly as registered at the service: `https`,
  ///     `http://127.0.0.1` or `http://[::1]`, or the app's own scheme.
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the app's id is malformed;
  ///   ``CatalogError/Code/invalidArgument`` for an invalid page or redirect, such as
  ///   `http://localhost`.
  public init(_ configuration: OAuthConfiguration, redirectURI: String) throws(CatalogError) {
    try configuration.checkApp()
    redirect = try RedirectAddress(redirectURI, of: configuration.service)
    state = SignInSecrets.random()
    verifier = configuration.usesProofKey ? SignInSecrets.random() : nil
    self.redirectURI = redirectURI
    var fields = [
      ("client_id", configuration.clientID), ("response_type", "code"),
      ("redirect_uri", redirectURI), ("state", state),
    ]
    if !configuration.scopes.isEmpty {
      fields.append(("scope", configuration.scopes.sorted().joined(separator: " ")))
    }
    if let verifier {
      fields.append(("code_challenge_method", "S256"))
      fields.append(("code_challenge", SignInSecrets.challenge(of: verifier)))
    }
    fields += configuration.pageParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let page = configuration.authorizationURL
    _ = try configuration.call(to: page)
    var parts = URLComponents(url: page, resolvingAgainstBaseURL: true)
    let own = fields.map { "\(PercentEncoding.segment($0))=\(PercentEncoding.segment($1))" }
    let query = [parts?.percentEncodedQuery].compactMap(\.self).filter { !$0.isEmpty } + own
    parts?.percentEncodedQuery = query.joined(separator: "&")
    url = parts?.url ?? page
  }

  /// Whether a URL with which the app was opened is the callback of this sign-in.
  public func isAnswered(by callback: URL) -> Bool { redirect.matches(callback) }

  /// Reads the callback.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/stateMismatch`` if it does not
  ///   belong to this attempt; ``CatalogError/Code/accessDenied`` if the user denied access;
  ///   ``CatalogError/Code/badRequest`` if the service reports another error;
  ///   ``CatalogError/Code/malformedReply`` if it has no code.
  public func answer(from callback: URL) throws(CatalogError) -> OAuthCode {
    let code = try redirect.code(in: callback, state: state)
    return OAuthCode(code, redirectURI: redirectURI, verifier: verifier)
  }
}
