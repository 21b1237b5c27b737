import Foundation
import PlayerKitServices

/// One attempt to obtain a user's consent: the page to show, and the expected callback.
///
/// For an app with its own redirect, such as `myapp://callback` on a phone: show ``url``, and pass
/// the URL with which the app is opened to ``answer(from:)``. `LoopbackSignIn` does both for tools
/// and desktop apps. Make a new request for each attempt. Descriptions contain no secret.
public struct SpotifyAuthorizationRequest: RedirectSignIn, Hashable, Redacted {
  /// The page where the user signs in and grants access, for the system's browser. Do not log it:
  /// it contains this attempt's `state`.
  public let url: URL
  /// The redirect address.
  public let redirectURI: String
  private let redirect: RedirectAddress
  private let state: String
  private let proof: SpotifyProofKey?

  #if Crypto
    /// Makes a request with a new proof key (PKCE), for an app that redeems the code with only its
    /// id (``SpotifyPKCE``).
    ///
    /// - Parameters:
    ///   - clientID: The app's id.
    ///   - redirectURI: The redirect address, exactly as in the service's dashboard: `https`,
    ///     `http://127.0.0.1` or `http://[::1]`, or the app's own scheme.
    ///   - scopes: The permissions to request.
    ///   - showsDialog: Whether the page asks again even after an earlier consent.
    ///   - accounts: The accounts service.
    /// - Throws: ``CatalogError/Code/invalidCredential`` if the id is malformed;
    ///   ``CatalogError/Code/invalidArgument`` for a redirect that the service rejects, such as
    ///   `http://localhost`.
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

  /// Makes a request with the given proof key or none, for codes that a server with the app's
  /// secret redeems (``SpotifyTokenSwap``). Otherwise like the other initializer.
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

  /// Whether a URL with which the app was opened is the callback of this sign-in.
  public func isAnswered(by callback: URL) -> Bool { redirect.matches(callback) }

  /// Reads the callback.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/stateMismatch`` if it does not
  ///   belong to this request; ``CatalogError/Code/accessDenied`` if the user denied access;
  ///   ``CatalogError/Code/badRequest`` if the service reports another error;
  ///   ``CatalogError/Code/malformedReply`` if it has no code.
  public func answer(from callback: URL) throws(CatalogError) -> SpotifyAuthorizationCode {
    let code = try redirect.code(in: callback, state: state)
    return SpotifyAuthorizationCode(code, redirectURI: redirectURI, verifier: proof?.verifier)
  }
}
