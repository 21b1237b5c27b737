import Crypto
import Foundation
import PlayerKitSystem

/// Signs the addresses of Deezer's previews, so that they expire.
struct PreviewSigner: Sendable {
  private let key: SymmetricKey

  init(secret: Data) {
    key = SymmetricKey(data: secret)
  }

  /// The value of `hdnea` for a path of the media host, such as
  /// `exp=1763721000~acl=/a.mp3*~hmac=…`.
  func token(path: String, expires: Date) -> String {
    // A date far in the future must not trap.
    let seconds = Int(exactly: expires.timeIntervalSince1970.rounded(.down)) ?? 0
    let claim = "exp=\(seconds)~acl=\(path)*"
    return "\(claim)~hmac=\(code(claim))"
  }

  func accepts(_ token: String?, path: String, at now: Date) -> Bool {
    guard let token, let range = token.range(of: "~hmac=", options: .backwards) else {
      return false
    }
    let claim = String(token[..<range.lowerBound])
    guard
      code(claim) == token[range.upperBound...],
      let match = claim.wholeMatch(of: /exp=([0-9]+)~acl=(.*)\*/),
      let expires = TimeInterval(match.1)
    else { return false }
    return match.2 == path && now.timeIntervalSince1970 < expires
  }

  private func code(_ claim: String) -> String {
    HMAC<SHA256>.authenticationCode(for: Data(claim.utf8), using: key)
      .hexadecimal
  }
}
