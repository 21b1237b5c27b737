/// Decodes Windows-1252: Latin-1, except for 0x80 to 0x9F, where Latin-1 has control characters
/// that text does not use.
package enum WindowsText {
  /// Decodes bytes. Never fails.
  package static func decode(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { scalar(of: $0) }))
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return special[Int(byte - 0x80)]
  }

  /// The characters from 0x80 on.
  private static let special: [Unicode.Scalar] = [
    "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž",
    "\u{FFFD}", "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ",
    "\u{FFFD}", "ž", "Ÿ",
  ]
}
