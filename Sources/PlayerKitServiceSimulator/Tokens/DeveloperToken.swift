import Crypto
import Foundation
import PlayerKitSystem

/// Makes developer tokens, valid ones and ones that must be refused.
package enum DeveloperToken {
  /// The flaw of a token.
  package enum Flaw: Hashable, Sendable, CaseIterable {
    case expired
    /// Valid for one second longer than six months.
    case tooLong
    case wrongTeam
    case wrongKeyID
    /// Signed by another key with the same id.
    case foreignKey
    /// `alg` is `none`, and there is no signature.
    case unsigned
    /// `alg` is `HS256`, with the key's identifier as the secret.
    case wrongAlgorithm
    /// The signature is in DER instead of two plain numbers.
    case derSignature
    /// The payload was changed after signing.
    case tampered
    /// The token has no `exp`.
    case endless
    /// The token does not have three parts.
    case malformed
  }

  /// The maximum lifetime that the service accepts, in seconds.
  package static let longestLife = 15_777_000

  static func make(
    key: DeveloperKey,
    now: Date,
    life: Int,
    flaw: Flaw? = nil
  ) throws -> String {
    if flaw == .malformed { return "not-a-token" }
    var header = ["alg": "ES256", "kid": key.keyID, "typ": "JWT"]
    let issued = Int(now.timeIntervalSince1970)
    var payload = Payload(iss: key.teamID, iat: issued, exp: issued + life)
    switch flaw {
    case .expired:
      payload.iat = issued - 7200
      payload.exp = issued - 3600
    case .tooLong: payload.exp = Int(now.timeIntervalSince1970.rounded(.up)) + longestLife + 2
    case .endless: payload.exp = nil
    case .wrongTeam: payload.iss = "WRONGTEAM0"
    case .wrongKeyID: header["kid"] = "WRONGKEY00"
    case .unsigned: header["alg"] = "none"
    case .wrongAlgorithm: header["alg"] = "HS256"
    case .foreignKey, .derSignature, .tampered, .malformed, nil: break
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let head = Base64URL.encode(try encoder.encode(header))
    let body = Base64URL.encode(try encoder.encode(payload))
    let signature = try signature(for: Data("\(head).\(body)".utf8), key: key, flaw: flaw)
    if flaw == .tampered {
      payload.exp = issued + life + 1
      let other = Base64URL.encode(try encoder.encode(payload))
      return "\(head).\(other).\(Base64URL.encode(signature))"
    }
    return "\(head).\(body).\(Base64URL.encode(signature))"
  }

  private static func signature(
    for input: Data,
    key: DeveloperKey,
    flaw: Flaw?
  ) throws -> Data {
    switch flaw {
    case .unsigned:
      Data()
    case .wrongAlgorithm:
      Data(
        HMAC<SHA256>.authenticationCode(
          for: input,
          using: SymmetricKey(data: Data(key.keyID.utf8))
        )
      )
    case .foreignKey:
      try P256.Signing.PrivateKey().signature(for: input).rawRepresentation
    case .derSignature:
      try key.privateKey.signature(for: input).derRepresentation
    case .expired, .tooLong, .wrongTeam, .wrongKeyID, .tampered, .endless, .malformed, nil:
      try key.privateKey.signature(for: input).rawRepresentation
    }
  }

  private struct Payload: Encodable {
    var iss: String
    var iat: Int
    var exp: Int?
  }
}

/// Checks whether a request has a developer token that the service would accept.
struct DeveloperTokenCheck: Sendable {
  let key: DeveloperKey

  /// Checks the value of an `Authorization` header.
  func accepts(authorization: String?, now: Date) -> Bool {
    guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
    return accepts(token: authorization.dropFirst("bearer ".count), now: now)
  }

  private func accepts(token: Substring, now: Date) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.count == 3,
      let header = Self.decode(Header.self, from: parts[0]),
      header.alg == "ES256",
      header.kid == key.keyID,
      let payload = Self.decode(Payload.self, from: parts[1]),
      payload.iss == key.teamID,
      isCurrent(payload, now: now),
      let bytes = Base64URL.decode(parts[2]),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
    else { return false }
    let signed = Data("\(parts[0]).\(parts[1])".utf8)
    return key.privateKey.publicKey.isValidSignature(signature, for: signed)
  }

  private func isCurrent(_ payload: Payload, now: Date) -> Bool {
    let left = payload.exp - now.timeIntervalSince1970
    return left > 0 && left <= Double(DeveloperToken.longestLife)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    from part: Substring
  ) -> Value? {
    Base64URL.decode(part).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String
  }

  private struct Payload: Decodable {
    var iss: String
    var iat: Double
    var exp: Double
  }
}

/// URL-safe base64 without padding.
enum Base64URL {
  static func encode(_ data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-")
      .replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Returns `nil` for anything else, including padding.
  static func decode(_ text: some StringProtocol) -> Data? {
    let alphabet: (Character) -> Bool = {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
    }
    guard text.allSatisfy(alphabet) else { return nil }
    let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
