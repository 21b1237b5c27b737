import Foundation

/// The encoding of JSON Web Tokens: base64 with `-` and `_`, without padding.
package enum Base64URL {
  package static func encode(_ data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-")
      .replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Decodes a text. `nil` if a character is invalid or missing.
  package static func decode(_ text: Substring) -> Data? {
    guard text.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" })
    else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(
      base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding
    )
  }
}
