import Crypto
import Foundation

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
