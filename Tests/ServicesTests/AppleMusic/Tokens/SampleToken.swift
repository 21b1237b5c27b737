import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting

/// Tokens that are well formed, but not signed.
enum SampleToken {
  static func text(
    number: UInt8 = 0,
    issued: TimeInterval = 0,
    lifetime: TimeInterval = 3600,
    header: String = #"{"alg":"ES256","kid":"SAMPLEKEY1"}"#,
    payload: String? = nil
  ) -> String {
    let start = ManualClock.dateOfOrigin.timeIntervalSince1970 + issued
    let claims = #"{"iss":"SAMPLETEAM","iat":\#(start),"exp":\#(start + lifetime)}"#
    let parts = [
      Data(header.utf8), Data((payload ?? claims).utf8), Data(repeating: number, count: 64),
    ]
    return parts.map(base64URL).joined(separator: ".")
  }

  static func make(
    _ number: UInt8 = 0,
    issued: TimeInterval = 0,
    lifetime: TimeInterval = 3600
  ) throws -> DeveloperToken {
    try DeveloperToken(text(number: number, issued: issued, lifetime: lifetime))
  }

  static func base64URL(_ data: Data) -> String {
    String(
      data.base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      }
    )
  }
}
