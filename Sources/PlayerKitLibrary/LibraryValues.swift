import Foundation

/// Converts ids to the form in which they are stored.
enum LibraryValues {
  /// Returns an ISRC as twelve uppercase letters and digits, or `nil` if it is invalid.
  static func isrc(_ text: String) -> String? {
    let letters = text.uppercased().filter { $0 != "-" && $0 != " " }
    guard letters.utf8.count == 12, letters.utf8.allSatisfy(isLetterOrDigit) else { return nil }
    return letters
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
  }

  /// The 16 bytes of a UUID.
  static func bytes(ofID text: String) -> Data? {
    guard let id = UUID(uuidString: text) else { return nil }
    return withUnsafeBytes(of: id.uuid) { Data($0) }
  }

  /// Returns the UUID with these bytes, in lowercase.
  static func id(_ bytes: Data) -> String? {
    guard bytes.count == 16 else { return nil }
    var value: uuid_t = UUID().uuid
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    return UUID(uuid: value).uuidString.lowercased()
  }
}
