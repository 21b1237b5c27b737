import PlayerKitPlaylists

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What stations send as text, made fit to be shown: stations send what they have. Pure.
enum StationText {
  /// So many characters are enough for any title; the rest is left out.
  static let longest = 1_000

  /// The text of bytes that are UTF-8, or nearly so, or else of the encoding that they show.
  ///
  /// A title that was cut in the middle of a character is nearly UTF-8.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let repaired = String(decoding: bytes, as: UTF8.self)
    let broken = repaired.unicodeScalars.count { $0 == "\u{FFFD}" }
    let whole = repaired.unicodeScalars.count { $0.value > 0x7F } - broken
    if whole > broken { return repaired }
    return TextEncoding.decode(bytes)
  }

  /// One line without control characters, not longer than ``longest``; `nil` where nothing is left.
  static func clean(_ text: String) -> String? {
    let scalars = text.unicodeScalars.lazy.map { scalar -> Unicode.Scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    let words = String(String.UnicodeScalarView(scalars.prefix(longest * 8)))
      .split(separator: " ")
    let line = words.joined(separator: " ").prefix(longest)
    return line.isEmpty ? nil : String(line)
  }
}
