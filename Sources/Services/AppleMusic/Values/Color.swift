import MusicCatalog

extension AppleMusic {
  /// A color of a picture, in sRGB, as the service writes it: six hexadecimal digits.
  public struct Color: Hashable, Sendable {
    /// The digits as they were sent, normally six, without `#`.
    public let hex: String

    /// Takes digits as they are.
    public init(hex: String) { self.hex = hex }

    /// Red, green and blue, 0 to 255; `nil` where the text is not six hexadecimal digits.
    public var components: (red: UInt8, green: UInt8, blue: UInt8)? {
      let digits = hex.utf8.count == 7 && hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
      guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16)
      else { return nil }
      return (
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
        UInt8(truncatingIfNeeded: value)
      )
    }
  }
}

extension AppleMusic.Color: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    hex = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
