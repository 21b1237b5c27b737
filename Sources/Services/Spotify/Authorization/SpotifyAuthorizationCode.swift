import Foundation
import MusicCatalog

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

/// What a sign-in needs that nobody can guess.
enum SignInSecrets {
  /// 43 characters of base64url: 256 bits of the system's generator.
  static func random() -> String {
    Base64URL.encode(Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }))
  }

  /// Whether two texts are equal, in a time that says nothing of where they differ.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    let one = Array(one.utf8)
    let other = Array(other.utf8)
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Where a sign-in leads back to, as far as it can be compared.
struct RedirectAddress: Sendable, Hashable {
  private let scheme: String
  private let host: String
  private let port: Int?
  private let path: String

  /// - Throws: ``CatalogError/Code/invalidArgument`` for what the service refuses (since April 2025):
  ///   http to anything but a loopback address by number.
  init(_ text: String) throws(CatalogError) {
    guard let url = URL(string: text), let address = Self(url), address.isAllowed,
      url.fragment == nil, url.query == nil, url.user == nil
    else {
      throw CatalogError(
        .invalidArgument,
        "A sign-in leads back to https, to http://127.0.0.1 or http://[::1], or to a scheme of "
          + "the app's own, without a query",
        service: .spotify
      )
    }
    self = address
  }

  private init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased()
    else { return nil }
    self.scheme = scheme
    host = parts.percentEncodedHost?.lowercased() ?? ""
    port = parts.port
    path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
  }

  func matches(_ url: URL) -> Bool { Self(url) == self }

  private var isAllowed: Bool {
    switch scheme {
    case "https": !host.isEmpty && host != "localhost"
    case "http": ["127.0.0.1", "[::1]", "::1"].contains(host)
    case "file", "data", "javascript": false
    case _: true
    }
  }
}
