import PlayerKitSystem
import Foundation
import PlayerKitServices

#if Crypto
  import Crypto
#endif

/// The result of a user's consent, to redeem for tokens once, within minutes. Descriptions reveal
/// nothing.
public struct SoundCloudAuthorizationCode: Sendable, Hashable, Redacted {
  /// The code. **A secret.**
  public let secret: String
  /// The redirect address that received the code.
  public let redirectURI: String
  /// The verifier of the proof key that the code was requested with. **A secret.**
  public let verifier: String

  /// Creates a code that was not received through ``SoundCloudSignIn``.
  public init(_ secret: String, redirectURI: String, verifier: String) {
    self.secret = secret
    self.redirectURI = redirectURI
    self.verifier = verifier
  }
}

#if Crypto
  /// One attempt to get a user's consent (OAuth 2.1 with a proof key): the page to show, and the
  /// expected answer.
  ///
  /// Show ``url``, and pass the URL that opens the app to ``answer(from:)``. `LoopbackSignIn` does
  /// both for tools and desktop apps. ``SoundCloudUserTokenProvider`` redeems the code. Create a
  /// new sign-in for each attempt. Descriptions contain no secrets.
  public struct SoundCloudSignIn: RedirectSignIn, Hashable, Redacted {
    /// The page where the user signs in and grants access, for the system's browser. Do not log it,
    /// because it contains this attempt's `state`.
    public let url: URL
    /// The address that the page redirects to.
    public let redirectURI: String
    private let redirect: RedirectAddress
    private let state: String
    private let verifier: String

    /// Creates a sign-in.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - redirectURI: The redirect address, exactly as registered for the app.
    ///   - accounts: The authorization server.
    /// - Throws: `CatalogError`: `invalidArgument` for an invalid redirect address.
    public init(
      app: SoundCloudApp,
      redirectURI: String,
      accounts: URL = .soundCloudAccounts
    ) throws(CatalogError) {
      redirect = try RedirectAddress(redirectURI, of: .soundCloud)
      self.redirectURI = redirectURI
      state = SignInSecrets.random()
      verifier = SignInSecrets.random()
      let digest = SHA256.hash(data: Data(verifier.utf8))
      let challenge = Base64URL.encode(Data(digest))
      let fields = [
        ("client_id", app.id), ("redirect_uri", redirectURI), ("response_type", "code"),
        ("code_challenge", challenge), ("code_challenge_method", "S256"), ("state", state),
      ]
      let page = accounts.appending(path: "authorize")
      _ = try TokenEndpoint.call(to: page, of: .soundCloud)
      var parts = URLComponents(url: page, resolvingAgainstBaseURL: true)
      parts?.percentEncodedQuery =
        fields.map { "\($0)=\(PercentEncoding.segment($1))" }.joined(separator: "&")
      url = parts?.url ?? page
    }

    /// Returns whether a URL that opened the app is this sign-in's redirect address.
    public func isAnswered(by callback: URL) -> Bool { redirect.matches(callback) }

    /// Reads the answer from the redirect.
    ///
    /// - Throws: `CatalogError`: `stateMismatch` if it does not answer this attempt; `accessDenied`
    ///   if the user denied access; `badRequest`, `malformedReply`.
    public func answer(from callback: URL) throws(CatalogError) -> SoundCloudAuthorizationCode {
      SoundCloudAuthorizationCode(
        try redirect.code(in: callback, state: state),
        redirectURI: redirectURI,
        verifier: verifier
      )
    }
  }
#endif
