import PlayerKitSystem
import Foundation
import PlayerKitServices

#if Crypto
  import Crypto
#endif

/// What a user's consent brings: to be redeemed for tokens once, within minutes.
///
/// Descriptions, reflection and `dump` show nothing of it.
public struct SpotifyAuthorizationCode: Sendable, Hashable, Redacted {
  /// The code. **A secret.**
  public let secret: String
  /// Where it came; the service compares it with what it was asked for.
  public let redirectURI: String
  /// The verifier of the proof key that it was asked for with. **A secret.**
  public let verifier: String?

  /// Takes a code that came in another way than through ``SpotifyAuthorizationRequest``, as it does
  /// at an app's own server.
  public init(_ secret: String, redirectURI: String, verifier: String? = nil) {
    self.secret = secret
    self.redirectURI = redirectURI
    self.verifier = verifier
  }
}

/// What proves that who redeems a code is who asked for it (PKCE, RFC 7636, with SHA-256): an app
/// shows the challenge first, and the verifier later. Descriptions hold no secret.
public struct SpotifyProofKey: Sendable, Hashable, Redacted {
  /// The secret: 43 to 128 letters, digits, `-`, `.`, `_` and `~`.
  let verifier: String
  /// The verifier's hash.
  let challenge: String

  #if Crypto
    /// Makes a key at random.
    public init() {
      self.init(verifier: SignInSecrets.random())
    }

    init(verifier: String) {
      self.verifier = verifier
      challenge = Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
    }
  #endif
}
