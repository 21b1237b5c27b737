#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Paths of files as text, also those that are not UTF-8. Pure.
///
/// A path is bytes to the system. Each byte that is no UTF-8 is a private-use scalar in the text,
/// so that the text can be stored, compared, and turned back into the same bytes.
package enum FileName {
  /// The scalar of byte 0 would be this one; only those from 0x80 on are used.
  private static let first: UInt32 = 0x10_FE00

  /// The text of a path.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: isByte)
    {
      return text
    }
    var text = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let piece = rest.prefix(length)
      if let scalars = String(validating: piece, as: UTF8.self)?.unicodeScalars,
        scalars.count == 1, let scalar = scalars.first, !isByte(scalar)
      {
        text.append(scalar)
        rest = rest[piece.endIndex...]
      } else {
        if let scalar = Unicode.Scalar(first + UInt32(byte)) { text.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The bytes of a path, without a zero at the end.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(scalar.value - first)] : Array(String(scalar).utf8)
    }
  }

  /// Calls a body with the path as the system takes it.
  package static func withPath<Value>(
    _ text: String,
    _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { buffer in
      // It holds a zero at least.
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  /// Whether a path is UTF-8.
  package static func isUTF8(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: isByte)
  }

  /// A path for people: each byte that is no UTF-8 is a replacement character.
  package static func shown(_ text: String) -> String {
    guard !isUTF8(text) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isByte($0) ? "\u{FFFD}" : $0 })
    )
  }

  /// The path of a file URL; `nil` if it names none.
  package static func path(of url: URL) -> String? {
    guard url.isFileURL else { return nil }
    let path = url.path
    return path.isEmpty ? self.path(ofAddress: url.absoluteString) : path
  }

  /// The path that an address such as `file:///a%20b` or `file:/a b` names; `nil` if it names none.
  /// A `#` or `?` belongs to the path: a file has no query.
  package static func path(ofAddress text: String) -> String? {
    guard text.prefix(5).lowercased() == "file:" else { return nil }
    var rest = Array(text.utf8.dropFirst(5))[...]
    if rest.starts(with: "//".utf8) {
      let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      rest = rest[host.endIndex...]
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let decoded = percentDecoded(rest)
    return decoded.contains(0) ? nil : self.text(decoded)
  }

  /// Bytes without percent-encoding. What only looks encoded stays.
  package static func percentDecoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        result.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    (first + 0x80...first + 0xFF).contains(scalar.value)
  }
}
