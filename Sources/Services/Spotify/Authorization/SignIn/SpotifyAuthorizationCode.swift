import MusicCatalog

/// What a user's consent brings: to be redeemed for tokens once, within minutes.
///
/// Descriptions, reflection and `dump` show nothing of it.
public struct SpotifyAuthorizationCode: Sendable, Hashable {
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

extension SpotifyAuthorizationCode: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The type's name.
  public var description: String { "SpotifyAuthorizationCode" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
