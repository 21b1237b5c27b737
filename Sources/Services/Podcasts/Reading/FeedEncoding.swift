import Foundation
import PlayerKitCXML

/// Detects the encoding of a feed and converts it to UTF-8.
enum FeedEncoding {
  private static let largestPiece = 1 << 16
  private static let maximumFailures = 10_000

  /// Converts the bytes to UTF-8 as well as possible. Leaves data labeled UTF-8 unchanged.
  ///
  /// - Parameter charset: The encoding according to the server. A byte order mark takes precedence
  ///   over it, and it takes precedence over the XML declaration.
  static func utf8(_ data: Data, charset: String?) -> Data {
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { return data.dropFirst(3) }
    let units: String? =
      if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0x3C, 0x00]) {
        "UTF-16LE"
      } else if data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0x00, 0x3C]) {
        "UTF-16BE"
      } else {
        nil
      }
    if let units { return converted(data, from: units) ?? data }
    let declared = declared(data)
    // Servers report `us-ascii` and `utf-8` for all kinds of XML.
    let said = charset.map { $0.lowercased() }.flatMap { isUTF8($0) ? nil : $0 }
    guard let name = said ?? declared, !isUTF8(name) else { return data }
    // Bytes that are invalid in UTF-8 are read as Windows-1252 later.
    if ["iso-8859-1", "latin1", "windows-1252", "cp1252"].contains(name) {
      return isWholeUTF8(data) ? data : converted(data, from: "WINDOWS-1252") ?? data
    }
    return converted(data, from: name) ?? data
  }

  /// Returns the encoding in a content type.
  static func charset(_ type: String) -> String? {
    let type = type.lowercased()
    guard let mark = type.firstRange(of: "charset=") else { return nil }
    let name = type[mark.upperBound...].prefix { $0 != ";" }
    return name.trimmingCharacters(in: CharacterSet(charactersIn: "\"' \t"))
  }

  private static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].contains(name)
  }

  /// Whether the data is valid UTF-8. Some feeds declare Latin-1 but contain UTF-8.
  private static func isWholeUTF8(_ data: Data) -> Bool {
    guard data.contains(where: { $0 >= 0x80 }) else { return true }
    return String(validating: data, as: UTF8.self) != nil
  }

  /// Returns the encoding in `<?xml … encoding="…"?>`.
  private static func declared(_ data: Data) -> String? {
    let head = String(decoding: data.prefix(400), as: UTF8.self)
    guard let start = head.firstRange(of: "<?xml"),
      let end = head[start.upperBound...].firstRange(of: "?>"),
      let mark = head[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let rest = head[mark.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let name = rest.dropFirst().prefix { $0 != quote }
    return name.isEmpty ? nil : name.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// Converts with libxml2 and the system's converters. Invalid bytes become U+FFFD. `nil` if the
  /// encoding is unknown or too many bytes are invalid.
  private static func converted(_ data: Data, from name: String) -> Data? {
    guard name.utf8.count <= 40,
      name.unicodeScalars.allSatisfy({
        $0.isASCIIAlphanumeric || "-_.:".unicodeScalars.contains($0)
      }),
      // libxml2's converter of that name writes HTML.
      name.lowercased() != "html", let handler = xmlFindCharEncodingHandler(name)
    else { return nil }
    // By default, libxml2 prints errors to standard error. The handler is per thread.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer {
      xmlSetStructuredErrorFunc(nil, nil)
      xmlCharEncCloseFunc(handler)
    }
    var result = Data(capacity: data.count + data.count / 4)
    var rest = data[...]
    var size = largestPiece
    var failures = 0
    while !rest.isEmpty {
      // A character cut off at the end of a piece is read whole with the next piece.
      let taken = piece(rest.prefix(size), handler, &result)
      rest = rest.dropFirst(taken)
      size = taken == 0 ? 256 : min(size * 2, largestPiece)
      guard taken == 0 else { continue }
      failures += 1
      // The encoding must be another one.
      guard failures <= maximumFailures else { return nil }
      result.append(contentsOf: "\u{FFFD}".utf8)
      rest = rest.dropFirst()
    }
    return result
  }

  /// - Returns: The number of bytes converted.
  private static func piece(
    _ bytes: Data,
    _ handler: xmlCharEncodingHandlerPtr,
    _ result: inout Data
  ) -> Int {
    guard let source = xmlBufferCreateSize(bytes.count), let target = xmlBufferCreate() else {
      return 0
    }
    defer {
      xmlBufferFree(source)
      xmlBufferFree(target)
    }
    bytes.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: xmlChar.self).baseAddress
      _ = xmlBufferAdd(source, start, Int32(bytes.count))
    }
    // The converter works in small steps, and stops before invalid bytes.
    var before = xmlBufferLength(source)
    while before > 0 {
      _ = xmlCharEncInFunc(handler, target, source)
      let now = xmlBufferLength(source)
      if now >= before { break }
      before = now
    }
    if let content = xmlBufferContent(target) {
      result.append(content, count: Int(xmlBufferLength(target)))
    }
    return bytes.count - Int(xmlBufferLength(source))
  }
}
