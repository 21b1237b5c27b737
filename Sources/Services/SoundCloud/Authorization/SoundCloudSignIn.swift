import PlayerKitSystem
import Foundation
import PlayerKitServices

#if Crypto
  import Crypto
#endif

/// What a user's consent brings: to be redeemed for tokens once, within minutes. Descriptions show nothing
/// of it.
public struct SoundCloudAuthorizationCode: Sendable, Hashable, Redacted {
  /// The code. **A secret.**
  public let secret: String
  /// Where it came.
  public let redirectURI: String
  /// The verifier of the proof key that it was asked for with. **A secret.**
  public let verifier: String

  /// Takes a code that came in another way than through ``SoundCloudSignIn``.
  public init(_ secret: String, redirectURI: String, verifier: String) {
    self.secret = secret
    self.redirectURI = redirectURI
    self.verifier = verifier
  }
}

#if Crypto
  /// One attempt to get a user's consent (OAuth 2.1, with a proof key): the page to show, and what must
  /// come back from it.
  ///
  /// Show ``url``, and give the URL that the app is opened by to ``answer(from:)``; `LoopbackSignIn` does
  /// both for tools and desktop apps. ``SoundCloudUserTokenProvider`` redeems the code. Make a new one for
  /// each attempt. Descriptions hold no secret.
  public struct SoundCloudSignIn: RedirectSignIn, Hashable, Redacted {
    /// The page where the user signs in and lets the app in: for the system's browser. Not for a log: it
    /// holds this attempt's `state`.
    public let url: URL
    /// Where the page leads to.
    public let redirectURI: String
    private let redirect: RedirectAddress
    private let state: String
    private let verifier: String

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - redirectURI: where the page leads to, exactly as the app is registered.
    ///   - accounts: the authorization server.
    /// - Throws: `CatalogError`: `invalidArgument` for a redirect that is none.
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

    /// Whether a URL that the app was opened by is where this sign-in comes back to.
    public func isAnswered(by callback: URL) -> Bool { redirect.matches(callback) }

    /// Reads what came back.
    ///
    /// - Throws: `CatalogError`: `stateMismatch` where it is no answer to this attempt; `accessDenied`
    ///   where the user did not let the app in; `badRequest`, `malformedReply`.
    public func answer(from callback: URL) throws(CatalogError) -> SoundCloudAuthorizationCode {
      SoundCloudAuthorizationCode(
        try redirect.code(in: callback, state: state),
        redirectURI: redirectURI,
        verifier: verifier
      )
    }
  }
#endif
