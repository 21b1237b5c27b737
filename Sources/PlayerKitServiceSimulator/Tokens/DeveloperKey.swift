import Crypto
import Foundation
import PlayerKitSystem

/// An invented key like the ones that Apple gives to developers.
package struct DeveloperKey: Sendable {
  /// Ten characters.
  package let teamID: String
  /// Ten characters.
  package let keyID: String
  let privateKey: P256.Signing.PrivateKey

  /// The private key as in a `.p8` file: PKCS#8 in PEM.
  package var p8: String { privateKey.pemRepresentation }
}

/// The id and secret of the only app of a simulated service.
struct ClientKey: Sendable, Hashable {
  let id: String
  let secret: String
}

/// The credentials that clients of the simulated services need.
struct Credentials: Sendable {
  let key: DeveloperKey
  let musicUserToken: String
  let spotifyClient: ClientKey
  /// The key that signs Deezer's previews.
  let previewSecret: Data
  let soundCloudClient: ClientKey
  let podcastIndex: ClientKey
  let lastFM: LastFMService.Account
  let listenBrainzTokens: [String]
  let jellyfin: JellyfinKeys
  let youTubeKey: String

  /// Makes credentials. The same seed gives the same credentials. Without one they are new each
  /// time.
  init(seed: UInt64?) {
    var material = SecretMaterial(seed: seed)
    key = DeveloperKey(
      teamID: material.identifier(length: 10),
      keyID: material.identifier(length: 10),
      privateKey: material.privateKey()
    )
    musicUserToken = "0." + Base64URL.encode(material.bytes() + material.bytes())
    spotifyClient = ClientKey(
      id: material.hexadecimal(length: 32),
      secret: material.hexadecimal(length: 32)
    )
    previewSecret = material.bytes()
    soundCloudClient = ClientKey(
      id: material.hexadecimal(length: 32),
      secret: material.hexadecimal(length: 32)
    )
    podcastIndex = ClientKey(
      id: material.identifier(length: 20),
      secret: material.hexadecimal(length: 40)
    )
    let lastFMApp = (material.hexadecimal(length: 32), material.hexadecimal(length: 32))
    let session = material.hexadecimal(length: 32)
    let digits = material.hexadecimal(length: 32)
    jellyfin = JellyfinKeys(
      user: "ann",
      password: material.identifier(length: 16),
      apiKey: material.hexadecimal(length: 32)
    )
    youTubeKey = "AIza" + material.hexadecimal(length: 35)
    // After the others, so that their values stay the same.
    let (secondSession, secondDigits) = (
      material.hexadecimal(length: 32), material.hexadecimal(length: 32)
    )
    lastFM = LastFMService.Account(
      key: lastFMApp.0,
      secret: lastFMApp.1,
      sessions: [session, secondSession]
    )
    listenBrainzTokens = [digits, secondDigits].map { digits in
      [(0, 8), (8, 4), (12, 4), (16, 4), (20, 12)]
        .map { String(digits.dropFirst($0).prefix($1)) }.joined(separator: "-")
    }
  }
}

/// A stream of bytes for keys and tokens, seeded or random.
private struct SecretMaterial {
  private let key: SymmetricKey
  private var count: UInt64 = 0

  init(seed: UInt64?) {
    if let seed {
      key = SymmetricKey(data: SHA256.hash(data: Data("simulator \(seed)".utf8)))
    } else {
      key = SymmetricKey(size: .bits256)
    }
  }

  /// The next 32 bytes.
  mutating func bytes() -> Data {
    count += 1
    let code = HMAC<SHA256>.authenticationCode(for: Data("\(count)".utf8), using: key)
    return Data(code)
  }

  mutating func identifier(length: Int) -> String {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String(bytes().prefix(length).map { alphabet[Int($0) % alphabet.count] })
  }

  mutating func hexadecimal(length: Int) -> String {
    String(bytes().hexadecimal.prefix(length))
  }

  mutating func privateKey() -> P256.Signing.PrivateKey {
    while true {
      // Fails only if the number is not below the curve's order, one time in 2^32.
      if let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes()) { return key }
    }
  }
}
