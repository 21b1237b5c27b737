import Foundation
import MusicCatalog

#if Crypto
  import Crypto
#endif

/// What proves that who redeems a code is who asked for it (PKCE, RFC 7636, with SHA-256): an app
/// shows the challenge first, and the verifier later. Descriptions hold no secret.
public struct SpotifyProofKey: Sendable, Hashable {
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

extension SpotifyProofKey: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The type's name.
  public var description: String { "SpotifyProofKey" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
