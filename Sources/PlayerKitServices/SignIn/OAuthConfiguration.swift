import Foundation
import HTTPTypes

/// How an app signs in to one service by OAuth 2: the addresses, the app's credentials, and the
/// service's peculiarities.
///
/// The initializers of ``OAuthSession``, ``OAuthClient`` and ``OAuthSignIn`` check the values.
/// Descriptions contain no secret.
public struct OAuthConfiguration: Sendable, Redacted {
  /// How requests for tokens show which app they come from.
  @nonexhaustive
  public enum ClientAuthentication: Sendable, Hashable {
    /// The id and the secret are in the field `Authorization`. Without a secret like ``form``.
    case basic
    /// The id and the secret, if there is one, are in the form.
    case form
    /// ``OAuthConfiguration/tokenURL`` and ``OAuthConfiguration/refreshURL`` belong to the app's
    /// own server, which alone knows the secret. It gets a form with only `code` (and
    /// `code_verifier`), or only `refresh_token`, and returns the answer of the service.
    case ownServer
  }

  /// The service, for errors.
  public var service: CatalogService
  /// The page where a user signs in: HTTPS, or HTTP on this machine.
  public var authorizationURL: URL
  /// The address that redeems codes and refresh tokens: HTTPS, or HTTP on this machine.
  public var tokenURL: URL
  /// The address that redeems refresh tokens, if it is another one.
  public var refreshURL: URL?
  /// The app's id.
  public var clientID: String
  /// The app's secret. `nil` for an app that cannot keep one, such as an app for others.
  public var clientSecret: String?
  /// The permissions to request.
  public var scopes: Set<String>
  /// How requests for a user's tokens are authenticated. `basic` by default.
  public var authentication = ClientAuthentication.basic
  /// Whether a sign-in uses a proof key (PKCE, RFC 7636, with SHA-256). `true` by default. Without
  /// one, only the app's secret or the app's own server can redeem the code.
  public var usesProofKey = true
  /// Further query parameters of the page. Empty by default.
  public var pageParameters: [String: String] = [:]
  /// Makes the request that revokes a user's tokens at a sign-out. `nil` by default: the service is
  /// not notified.
  public var revocation: (@Sendable (OAuthToken) -> HTTPTransportRequest?)?
  /// How long before its expiration an access token is renewed. A minute by default.
  public var leeway = Duration.seconds(60)
  /// The pause after the first failure to get a token. It doubles after each further one.
  public var firstPause = Duration.seconds(1)
  /// The longest pause after a failure.
  public var longestPause = Duration.seconds(300)

  /// Makes a configuration.
  public init(
    service: CatalogService,
    authorizationURL: URL,
    tokenURL: URL,
    clientID: String,
    clientSecret: String? = nil,
    scopes: Set<String> = []
  ) {
    self.service = service
    self.authorizationURL = authorizationURL
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scopes = scopes
  }
}

extension OAuthConfiguration {
  var pace: RenewalPace {
    RenewalPace(leeway: leeway, firstPause: firstPause, longestPause: longestPause)
  }

  /// Checks the app's id and secret.
  func checkApp() throws(CatalogError) {
    for text in [clientID, clientSecret].compactMap(\.self) {
      // A colon would end the id in `Basic`.
      guard (1...256).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
      else {
        throw CatalogError(
          .invalidCredential,
          "The app's client id or secret is empty, too long, or has invalid characters",
          service: service
        )
      }
    }
  }

  /// Makes a call to an address that may receive secrets.
  func call(to url: URL) throws(CatalogError) -> HTTPTransportRequest {
    let host = url.host(percentEncoded: true)?.lowercased() ?? ""
    let isHere = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
    guard url.scheme?.lowercased() == "https" || isHere,
      var call = try? HTTPTransportRequest(
        url,
        method: .post,
        fields: [
          .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
          .cacheControl: "no-store",
        ]
      )
    else {
      throw CatalogError(
        .invalidArgument,
        "Tokens are requested by https without a user, or by http on this machine",
        service: service
      )
    }
    call.maximumReplySize = 64 << 10
    return call
  }
}
