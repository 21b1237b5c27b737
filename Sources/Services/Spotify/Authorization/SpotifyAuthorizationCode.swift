import PlayerKitSystem
import Foundation
import PlayerKitServices

#if Crypto
  import Crypto
#endif

/// An authorization code from a user's consent. It can be redeemed for tokens once, within minutes.
///
/// Descriptions, reflection and `dump` show nothing of it.
public struct SpotifyAuthorizationCode: Sendable, Hashable, Redacted {
  /// The code. **A secret.**
  public let secret: String
  /// The redirect address. The service compares it with the one in the request.
  public let redirectURI: String
  /// The verifier of the proof key in the request. **A secret.**
  public let verifier: String?

  /// Takes a code that did not arrive through ``SpotifyAuthorizationRequest``, such as one at an
  /// app's own server.
  public init(_ secret: String, redirectURI: String, verifier: String? = nil) {
    self.secret = secret
    self.redirectURI = redirectURI
    self.verifier = verifier
  }
}

/// A proof key (PKCE, RFC 7636, with SHA-256), which shows that the app that redeems a code is the
/// one that requested it. The app sends the challenge first and the verifier later. Descriptions
/// contain no secret.
public struct SpotifyProofKey: Sendable, Hashable, Redacted {
  /// The secret: 43 to 128 letters, digits, `-`, `.`, `_` and `~`.
  let verifier: String
  /// The verifier's hash.
  let challenge: String

  #if Crypto
    /// Makes a random key.
    public init() {
      self.init(verifier: SignInSecrets.random())
    }

    init(verifier: String) {
      self.verifier = verifier
      challenge = Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
    }
  #endif
}
