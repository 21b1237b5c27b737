#if Inspection && canImport(PlayerKitCUchardet)
  import PlayerKitCUchardet
#endif

/// The encoding of text that does not declare one.
///
/// Valid UTF-8 is UTF-8, and a byte order mark marks UTF-16. For other text, uchardet detects the encoding and iconv decodes it.
/// Without the trait `Inspection`, such text is Windows-1252.
package enum TextEncoding: Sendable, Equatable {
  case windows1252
  /// An encoding, by its iconv name.
  case named(String)

  /// Decodes bytes of an unknown encoding.
  package static func decode(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? markedUTF16(bytes)
      ?? TextEncoding(detecting: bytes).decode(bytes)
  }

  private static func markedUTF16(_ bytes: some Collection<UInt8>) -> String? {
    guard let isBigEndian = isMarkedBigEndian(bytes) else { return nil }
    return utf16(bytes.dropFirst(2), isBigEndian: isBigEndian)
  }

  /// Returns the byte order of UTF-16 by its mark; `nil` if there is no mark.
  static func isMarkedBigEndian(_ bytes: some Collection<UInt8>) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    return bytes.starts(with: [0xFF, 0xFE]) ? false : nil
  }

  /// Decodes UTF-16 without a byte order mark. An odd last byte is dropped.
  static func utf16(_ bytes: some Collection<UInt8>, isBigEndian: Bool) -> String {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Decodes bytes of this encoding. Bytes that are invalid in it are read as Windows-1252.
  package func decode(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .windows1252: WindowsText.decode(bytes)
    case .named(let name): Self.text(of: Array(bytes), in: name) ?? WindowsText.decode(bytes)
    }
  }
}

#if Inspection && canImport(PlayerKitCUchardet)
  extension TextEncoding {
    /// The number of bytes needed to detect an encoding.
    private static let enough = 64 << 10
    /// The number of letters needed to detect a Latin encoding.
    private static let enoughLatin = 4

    /// Detects the most likely encoding of bytes that are not UTF-8.
    package init(detecting bytes: some Collection<UInt8>) {
      let sample = Array(bytes.prefix(Self.enough))
      var candidates: [String] = []
      if let name = Self.name(of: sample) { candidates = Self.encodings(name, sample) }
      // uchardet mistakes short Chinese text for Greek or Windows-1252.
      let isSure = candidates.first.map { Self.isWord(sample, in: $0) } ?? false
      if !isSure { candidates = Self.pairs(sample) + candidates }
      if candidates.isEmpty, Self.hasForeignWords(sample) {
        candidates = ["CP1251", "KOI8-R"].filter { Self.isWord(sample, in: $0) }
      }
      let fits = candidates.first { Self.text(of: Self.whole(sample), in: $0) != nil }
      self = fits.map { .named($0) } ?? .windows1252
    }

    private static func name(of bytes: [UInt8]) -> String? {
      var name = [CChar](repeating: 0, count: 64)
      bytes.withUnsafeBytes { bytes in
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        cuchardet_detect(start, bytes.count, &name, name.count)
      }
      let text = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      return text.isEmpty ? nil : text.uppercased()
    }

    /// Returns the encodings to try for a result of uchardet. Windows code pages come first, as
    /// they contain more than the standards.
    private static func encodings(_ name: String, _ bytes: [UInt8]) -> [String] {
      let count = bytes.count { $0 >= 0x80 }
      switch name {
      case "SHIFT_JIS": return ["CP932"]
      case "UHC", "EUC-KR": return ["CP949"]
      case "GB18030", "GB2312", "GBK": return ["GB18030"]
      case "BIG5": return ["BIG5-HKSCS", "BIG5"]
      case "ISO-8859-7", "WINDOWS-1253": return ["CP1253", "ISO-8859-7"]
      case "ISO-8859-8", "WINDOWS-1255": return ["CP1255"]
      case "ISO-8859-2", "WINDOWS-1250":
        guard isCertain(bytes, count) else { return [] }
        return isOfWindows(bytes) ? ["CP1250"] : ["ISO-8859-2"]
      case "ISO-8859-9", "ISO-8859-3", "WINDOWS-1254":
        return isCertain(bytes, count) ? ["CP1254"] : []
      case "ISO-8859-4", "ISO-8859-13", "WINDOWS-1257":
        return isCertain(bytes, count) ? ["CP1257"] : []
      case "WINDOWS-1251", "WINDOWS-1256": return [name.replacing("WINDOWS-", with: "CP")]
      case "KOI8-R", "ISO-8859-5", "IBM855", "IBM866", "MAC-CYRILLIC", "ISO-8859-6", "TIS-620",
        "ISO-8859-11", "EUC-JP", "EUC-TW", "ISO-2022-JP", "ISO-2022-KR", "HZ-GB-2312":
        return [name]
      // uchardet often reports other encodings for a few letters of western text.
      default: return []
      }
    }

    /// Returns whether there are enough letters, or signs within words if the text were
    /// Windows-1252.
    private static func isCertain(_ bytes: [UInt8], _ count: Int) -> Bool {
      count >= enoughLatin || hasSignInWord(WindowsText.decode(bytes))
    }

    /// Returns whether Central European text uses the Windows code page: these bytes are letters
    /// only there.
    private static func isOfWindows(_ bytes: [UInt8]) -> Bool {
      let letters: Set<UInt8> = [0xA6, 0xA9, 0xAB, 0xAC, 0xAE, 0xB1, 0xB6, 0xBB]
      return bytes.contains { (0x80...0x9F).contains($0) }
        || !bytes.contains(where: letters.contains)
    }

    private static func isWord(_ bytes: [UInt8], in name: String) -> Bool {
      guard let text = text(of: whole(bytes), in: name) else { return false }
      return !hasSignInWord(text)
    }

    /// Returns whether a sign is within a word, or a non-ASCII capital follows a non-ASCII
    /// lowercase letter. Real text has neither.
    private static func hasSignInWord(_ text: String) -> Bool {
      var before: Unicode.Scalar?
      for scalar in text.unicodeScalars {
        defer { before = scalar }
        guard let last = before, last.value > 0x7F || scalar.value > 0x7F else { continue }
        let isLast = last.properties.isAlphabetic
        let isNext = scalar.properties.isAlphabetic
        if isLast && isNext && last.properties.isLowercase && scalar.properties.isUppercase
          && last.value > 0x7F && scalar.value > 0x7F
        {
          return true
        }
        if isLast && isSign(scalar) || isNext && isSign(last) { return true }
      }
      return false
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
      guard scalar.value > 0x7F else { return false }
      switch scalar.properties.generalCategory {
      case .mathSymbol, .currencySymbol, .otherSymbol, .otherNumber, .control, .format,
        .modifierSymbol:
        return true
      default: return scalar == "\u{FFFD}"
      }
    }

    /// Returns the double-byte encodings in which every pair of bytes is a common character, if
    /// there are at least two pairs.
    private static func pairs(_ bytes: [UInt8]) -> [String] {
      let common: [(String, [ClosedRange<UInt8>], [ClosedRange<UInt8>])] = [
        ("GB18030", [0xB0...0xF7], [0xA1...0xFE]),
        ("BIG5", [0xA4...0xC6], [0x40...0x7E, 0xA1...0xFE]),
        ("CP932", [0x81...0x9F, 0xE0...0xEA], [0x40...0x7E, 0x80...0xFC]),
      ]
      return common.compactMap { name, leads, trails in
        var (count, high) = (0, 0)
        var rest = bytes[...]
        while let lead = rest.popFirst() {
          guard lead >= 0x80 else { continue }
          guard leads.contains(where: { $0.contains(lead) }), let trail = rest.popFirst(),
            trails.contains(where: { $0.contains(trail) })
          else { return nil }
          count += 1
          if trail >= 0x80 { high += 1 }
        }
        // In western text, ASCII letters follow the accented ones.
        return count >= 2 && high * 2 >= count ? name : nil
      }
    }

    /// Returns the bytes without the last line, which may be cut.
    private static func whole(_ bytes: [UInt8]) -> [UInt8] {
      guard bytes.count == enough, let end = bytes.lastIndex(of: 0x0A) else { return bytes }
      return Array(bytes[..<end])
    }

    /// Returns the text of bytes; `nil` if they are invalid in the encoding with this iconv name.
    package static func text(of bytes: [UInt8], in name: String) -> String? {
      guard !bytes.isEmpty else { return "" }
      let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 4) { buffer, count in
        let written = bytes.withUnsafeBytes { bytes in
          buffer.withMemoryRebound(to: CChar.self) { buffer in
            cuchardet_decode(
              name,
              bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
              bytes.count,
              buffer.baseAddress,
              buffer.count
            )
          }
        }
        count = max(0, written)
      }
      return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
    }
  }
#else
  extension TextEncoding {
    package init(detecting bytes: some Collection<UInt8>) { self = .windows1252 }

    package static func text(of bytes: [UInt8], in name: String) -> String? { nil }
  }
#endif

/// Repairs text that claims to be Latin-1. Many taggers wrote their machine's character set
/// instead.
extension TextEncoding {
  /// Returns text reinterpreted as UTF-8, Shift-JIS, another script's encoding or Windows-1252, or
  /// else unchanged.
  package static func repaired(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isPlain = true
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return text }
      if scalar.value > 0x7F { isPlain = false }
      bytes.append(UInt8(scalar.value))
    }
    if isPlain { return text }
    if let utf8 = String(validating: bytes, as: UTF8.self) { return utf8 }
    if looksShiftJIS(bytes), let text = Self.text(of: bytes, in: "CP932") { return text }
    if hasForeignWords(bytes), case .named(let name) = TextEncoding(detecting: bytes),
      let text = Self.text(of: bytes, in: name)
    {
      return text
    }
    // Real text has none of Latin-1's control characters.
    return bytes.contains { (0x80...0x9F).contains($0) } ? WindowsText.decode(bytes) : text
  }

  /// Returns whether the words are in another script: one has three or more letters, and none has
  /// ASCII letters.
  private static func hasForeignWords(_ bytes: [UInt8]) -> Bool {
    let words = bytes.split { $0 < 0x80 && !isASCIILetter($0) }
      .filter { $0.contains { $0 >= 0x80 } }
    return words.contains { $0.count >= 3 } && !words.joined().contains(where: isASCIILetter)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF)
  }

  /// Returns whether the bytes are probably Shift-JIS. Pairs that no Latin text has must outnumber those
  /// that it may have, such as an accented letter before a plain one.
  private static func looksShiftJIS(_ bytes: [UInt8]) -> Bool {
    var (strong, weak) = (0, 0)
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      index += 1
      switch first {
      case 0x00...0x7F: continue
      case 0xA1...0xDF: weak += 1  // half-width kana: letters of Latin-1 too
      case 0x81...0x9F, 0xE0...0xFC:
        guard index < bytes.count else { return false }
        let second = bytes[index]
        index += 1
        guard (0x40...0x7E).contains(second) || (0x80...0xFC).contains(second) else { return false }
        if first == 0x82 || first == 0x83 || first < 0xA0 && second >= 0x80 {
          strong += 1
        } else {
          weak += 1
        }
      default: return false
      }
    }
    return strong > 0 && strong >= weak
  }
}

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
