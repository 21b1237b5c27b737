/// File paths as text, including paths that are not UTF-8. Pure.
///
/// To the system, a path is bytes. In the text, each byte of invalid UTF-8 becomes a private-use
/// scalar, so that the text can be stored, compared and converted back to the same bytes.
package enum FileName {
  /// The scalar for byte 0; only those from 0x80 on are used.
  private static let first: UInt32 = 0x10_FE00

  /// Returns the text of a path.
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

  /// Returns the bytes of a path, without a trailing zero.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(scalar.value - first)] : Array(String(scalar).utf8)
    }
  }

  /// Calls `body` with the path as the system expects it.
  package static func withPath<Value>(
    _ text: String,
    _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { buffer in
      // The buffer contains at least a zero.
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  /// Returns whether a path is valid UTF-8.
  package static func isUTF8(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: isByte)
  }

  /// Returns a path to display, with a replacement character for each byte of invalid UTF-8.
  package static func shown(_ text: String) -> String {
    guard !isUTF8(text) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isByte($0) ? "\u{FFFD}" : $0 })
    )
  }

  /// Returns the path of a file URL; `nil` if it has none.
  package static func path(of url: URL) -> String? {
    guard url.isFileURL else { return nil }
    let path = url.path
    return path.isEmpty ? self.path(ofAddress: url.absoluteString) : path
  }

  /// Returns the path in an address such as `file:///a%20b` or `file:/a b`; `nil` if there is none.
  /// A `#` or `?` belongs to the path, because a file has no query.
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

  /// Decodes percent-encoded bytes. Invalid percent sequences are unchanged.
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
