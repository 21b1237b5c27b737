/// The number of a bar code: UPC, EAN or GTIN.
///
/// Services write the same number with 12, 13 or 14 digits, by leading zeros, or drop those: codes
/// are equal where the numbers are.
public struct ProductCode: Hashable, Sendable {
  /// The number without leading zeros.
  public let digits: String

  /// Reads a code of 8 … 14 digits, leading zeros dropped or not, spaces and hyphens aside; `nil`
  /// where `text` is none. The check digit is not looked at: services send wrong ones.
  public init?(_ text: String) {
    let bare = text.unicodeScalars.filter { $0 != " " && $0 != "-" }
    let number = bare.drop { $0 == "0" }
    guard bare.allSatisfy(\.isASCIIDigit), bare.count <= 14, (8...14).contains(number.count) else {
      return nil
    }
    digits = String(String.UnicodeScalarView(number))
  }

  /// The number with leading zeros up to `count` digits; longer ones stay.
  public func padded(to count: Int) -> String {
    String(repeating: "0", count: max(0, min(count, 14) - digits.count)) + digits
  }
}

/// The code of a recording: two letters of a country, three of an issuer, two digits of a year, five
/// of a number.
package enum RecordingCode {
  /// The code in capital letters without hyphens and spaces; `nil` where `text` is none.
  package static func normal(_ text: String?) -> String? {
    let bare = (text ?? "").uppercased().unicodeScalars.filter { $0 != " " && $0 != "-" }
    let isWhole =
      bare.count == 12 && bare.prefix(5).allSatisfy(\.isASCIIAlphanumeric)
      && bare.dropFirst(5).allSatisfy(\.isASCIIDigit)
    return isWhole ? String(String.UnicodeScalarView(bare)) : nil
  }
}

/// The name of a thing at MusicBrainz: a UUID.
package enum MusicBrainzID {
  /// The UUID in small letters; `nil` where `text` is none.
  package static func normal(_ text: String?) -> String? {
    let small = (text ?? "").lowercased()
    let parts = small.split(separator: "-", omittingEmptySubsequences: false)
    let isWhole =
      parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) || ("a"..."f").contains($0) } }
    return isWhole ? small : nil
  }
}
