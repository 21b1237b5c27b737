import Foundation
import PlayerKitServices

/// A developer token of the Apple Music API, which an app sends with every call.
///
/// It is a JSON Web Token, signed with ES256. The claims are read here, without a key; only the
/// service checks the signature. Descriptions, reflection and `dump` show the claims, never the
/// token.
public struct DeveloperToken: Sendable, Hashable {
  /// The longest lifetime that the service accepts: six months.
  public static let longestLifetime = Duration.seconds(15_777_000)

  /// The token itself. **A secret**: anyone with the token can call the service in the app's name
  /// until it expires. Use it only for the `Authorization` header.
  public let secret: String
  /// The id of the signing key (`kid`).
  public let keyID: String
  /// The id of the key's team (`iss`).
  public let teamID: String
  /// The date of signing (`iat`).
  public let issuedAt: Date
  /// The first moment at which the service rejects the token (`exp`).
  public let expiresAt: Date
  /// The web origins that may use it (`origin`). Empty means any. Only relevant in browsers.
  public let origins: [String]

  /// Parses a token. Ignores surrounding white space.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it is not a token as documented by the
  ///   service: three parts in base64url, two of them JSON, with ES256, `kid`, `iss`, `iat`, and
  ///   `exp`. An expired token is accepted.
  public init(_ text: String) throws(CatalogError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.count <= Self.longestText else { throw .malformedToken("is too long") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformedToken("does not have three parts") }
    let header: Header = try Self.read(parts[0], named: "header")
    let claims: Claims = try Self.read(parts[1], named: "payload")
    guard header.alg == "ES256" else { throw .malformedToken("is not signed by ES256") }
    guard Base64URL.decode(parts[2])?.count == Self.signatureSize else {
      throw .malformedToken("has a signature that is not one of ES256")
    }
    secret = text
    keyID = header.kid
    teamID = claims.iss
    issuedAt = Date(timeIntervalSince1970: claims.iat)
    expiresAt = Date(timeIntervalSince1970: claims.exp)
    origins = claims.origin ?? []
  }

  /// Whether the token has expired at `date`.
  public func isExpired(at date: Date) -> Bool { date >= expiresAt }
}

extension DeveloperToken {
  /// The header of the token.
  struct Header: Codable {
    var alg: String
    var kid: String
  }

  /// The claims of the token.
  struct Claims: Codable {
    var iss: String
    /// Seconds since 1970. Some signers write fractions.
    var iat: Double
    var exp: Double
    var origin: [String]?
  }

  /// Far above any real token, and far below a server's header limit.
  private static let longestText = 8192
  /// r and s of 32 bytes each.
  private static let signatureSize = 64

  private static func read<Part: Decodable>(
    _ text: Substring,
    named name: String
  ) throws(CatalogError) -> Part {
    guard let data = Base64URL.decode(text) else {
      throw .malformedToken("has a \(name) that is not base64url")
    }
    do {
      return try JSONDecoder().decode(Part.self, from: data)
    } catch {
      // The decoder's error may quote the token.
      throw .malformedToken("has a \(name) without what the service asks for")
    }
  }
}

extension DeveloperToken: Redacted {
  /// The key, the team and the expiration, without the token.
  public var description: String {
    "DeveloperToken(key \(keyID), team \(teamID), expires \(expiresAt.ISO8601Format()))"
  }

  /// The claims, without the token.
  public var customMirror: Mirror {
    let claims: KeyValuePairs<String, Any> = [
      "keyID": keyID, "teamID": teamID, "issuedAt": issuedAt, "expiresAt": expiresAt,
      "origins": origins,
    ]
    return Mirror(self, children: claims, displayStyle: .struct)
  }
}

extension CatalogError {
  fileprivate static func malformedToken(_ fault: String) -> CatalogError {
    CatalogError.appleMusic(.invalidCredential, "The developer token \(fault)")
  }

  static func expired(_ token: DeveloperToken) -> CatalogError {
    CatalogError(
      .invalidCredential,
      "The developer token of key \(token.keyID.prefix(20)) expired at "
        + token.expiresAt.ISO8601Format(),
      service: .appleMusic
    )
  }
}

extension DeveloperToken: RenewableToken {
  package var expiredError: CatalogError { .expired(self) }

  package static var refusedAgainError: CatalogError {
    CatalogError(
      .unauthorized,
      "The service refuses the developer tokens that the app's server gives",
      service: .appleMusic,
      httpStatus: 401
    )
  }
}
