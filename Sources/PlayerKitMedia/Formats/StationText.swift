import PlayerKitPlaylists
import PlayerKitSystem

/// Cleans up the text of stations for display. Pure.
enum StationText {
  /// The maximum number of characters of a title. The rest is cut.
  static let longest = 1_000

  /// Decodes bytes as UTF-8 if they are valid or nearly so, otherwise in their detected encoding.
  ///
  /// A title that was cut within a character is nearly valid UTF-8.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let repaired = String(decoding: bytes, as: UTF8.self)
    let broken = repaired.unicodeScalars.count { $0 == "\u{FFFD}" }
    let whole = repaired.unicodeScalars.count { $0.value > 0x7F } - broken
    if whole > broken { return repaired }
    return TextEncoding.decode(bytes)
  }

  /// Returns one line without control characters, at most ``longest`` characters; `nil` if nothing
  /// is left.
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
