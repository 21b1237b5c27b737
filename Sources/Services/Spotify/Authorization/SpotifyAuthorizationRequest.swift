import Foundation
import PlayerKitServices

/// One attempt to get a user's consent: the page to show, and what must come back from it.
///
/// For an app with a redirect of its own, such as `myapp://callback` on a phone: show ``url``, and
/// give the URL that the app is opened by to ``answer(from:)``. `LoopbackSignIn` does both for
/// tools and desktop apps. Make a new one for each attempt. Descriptions hold no secret.
public struct SpotifyAuthorizationRequest: RedirectSignIn, Hashable, Redacted {
  /// The page where the user signs in and lets the app in: for the system's browser. Not for a log:
  /// it holds this attempt's `state`.
  public let url: URL
  /// Where the page leads to.
  public let redirectURI: String
  private let redirect: RedirectAddress
  private let state: String
  private let proof: SpotifyProofKey?

  #if Crypto
    /// Makes a request with a new proof key (PKCE), for who redeems the code by the app's id alone
    /// (``SpotifyPKCE``).
    ///
    /// - Parameters:
    ///   - clientID: The app's id.
    ///   - redirectURI: Where the page leads to, exactly as the service's dashboard has it: `https`,
    ///     `http://127.0.0.1` or `http://[::1]`, or a scheme of the app's own.
    ///   - scopes: What the user is asked to allow.
    ///   - showsDialog: Whether the page asks even a user who has allowed it before.
    ///   - accounts: The accounts service.
    /// - Throws: ``CatalogError/Code/invalidCredential`` where the id cannot be one;
    ///   ``CatalogError/Code/invalidArgument`` for a redirect that the service refuses, which
    ///   `http://localhost` is.
    public init(
      clientID: String,
      redirectURI: String,
      scopes: Set<Spotify.Scope> = [],
      showsDialog: Bool = false,
      accounts: URL = .spotifyAccounts
    ) throws(CatalogError) {
      try self.init(
        clientID: clientID,
        redirectURI: redirectURI,
        scopes: scopes,
        proof: SpotifyProofKey(),
        showsDialog: showsDialog,
        accounts: accounts
      )
    }
  #endif

  /// Makes a request as the other initializer does, with this proof key or with none: for codes that
  /// a server redeems that knows the app's secret (``SpotifyTokenSwap``).
  public init(
    clientID: String,
    redirectURI: String,
    scopes: Set<Spotify.Scope> = [],
    proof: SpotifyProofKey?,
    showsDialog: Bool = false,
    accounts: URL = .spotifyAccounts
  ) throws(CatalogError) {
    let clientID = try TokenEndpoint.checked(clientID, of: .spotify)
    redirect = try RedirectAddress(redirectURI, of: .spotify)
    state = SignInSecrets.random()
    self.redirectURI = redirectURI
    self.proof = proof
    var fields: [(String, String)] = [
      ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirectURI),
    ]
    if !scopes.isEmpty {
      fields.append(("scope", scopes.map(\.rawValue).sorted().joined(separator: " ")))
    }
    fields.append(("state", state))
    if let proof {
      fields += [("code_challenge_method", "S256"), ("code_challenge", proof.challenge)]
    }
    if showsDialog { fields.append(("show_dialog", "true")) }
    let page = accounts.appending(path: "authorize")
    _ = try TokenEndpoint.call(to: page, of: .spotify)
    var parts = URLComponents(url: page, resolvingAgainstBaseURL: true)
    parts?.percentEncodedQuery =
      fields.map { "\($0)=\(PercentEncoding.segment($1))" }.joined(separator: "&")
    url = parts?.url ?? page
  }

  /// Whether a URL that the app was opened by is where this sign-in comes back to.
  public func isAnswered(by callback: URL) -> Bool { redirect.matches(callback) }

  /// Reads what came back.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/stateMismatch`` where it is no answer to this
  ///   request; ``CatalogError/Code/accessDenied`` where the user did not let the app in;
  ///   ``CatalogError/Code/badRequest`` where the service names another error;
  ///   ``CatalogError/Code/malformedReply`` where there is no code in it.
  public func answer(from callback: URL) throws(CatalogError) -> SpotifyAuthorizationCode {
    let code = try redirect.code(in: callback, state: state)
    return SpotifyAuthorizationCode(code, redirectURI: redirectURI, verifier: proof?.verifier)
  }
}
