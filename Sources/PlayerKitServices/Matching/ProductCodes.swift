/// The number of a bar code: UPC, EAN or GTIN.
///
/// Services write the same number with 12, 13 or 14 digits, padded with zeros, or without leading
/// zeros. Codes are equal if their numbers are.
public struct ProductCode: Hashable, Sendable {
  /// The number without leading zeros.
  public let digits: String

  /// Reads a code of 8 to 14 digits, with or without leading zeros. Ignores spaces and hyphens.
  /// `nil` if `text` is not a code. Does not verify the check digit: services send wrong ones.
  public init?(_ text: String) {
    let bare = text.unicodeScalars.filter { $0 != " " && $0 != "-" }
    let number = bare.drop { $0 == "0" }
    guard bare.allSatisfy(\.isASCIIDigit), bare.count <= 14, (8...14).contains(number.count) else {
      return nil
    }
    digits = String(String.UnicodeScalarView(number))
  }

  /// Returns the number padded with zeros to `count` digits. Longer ones stay unchanged.
  public func padded(to count: Int) -> String {
    String(repeating: "0", count: max(0, min(count, 14) - digits.count)) + digits
  }
}

/// The code of a recording (ISRC): two letters for the country, three characters for the issuer,
/// two digits for the year, and five for the number.
package enum RecordingCode {
  /// Returns the code in uppercase without hyphens and spaces. `nil` if `text` is not a code.
  package static func normal(_ text: String?) -> String? {
    let bare = (text ?? "").uppercased().unicodeScalars.filter { $0 != " " && $0 != "-" }
    let isWhole =
      bare.count == 12 && bare.prefix(5).allSatisfy(\.isASCIIAlphanumeric)
      && bare.dropFirst(5).allSatisfy(\.isASCIIDigit)
    return isWhole ? String(String.UnicodeScalarView(bare)) : nil
  }
}

/// The id of an entity at MusicBrainz: a UUID.
package enum MusicBrainzID {
  /// Returns the UUID in lowercase. `nil` if `text` is not a UUID.
  package static func normal(_ text: String?) -> String? {
    let small = (text ?? "").lowercased()
    let parts = small.split(separator: "-", omittingEmptySubsequences: false)
    let isWhole =
      parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) || ("a"..."f").contains($0) } }
    return isWhole ? small : nil
  }
}
