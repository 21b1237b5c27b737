/// Parses a filter in parentheses: `((artist == 'x') AND (!(title contains "y")))`.
struct MPDFilterParser {
  /// The maximum nesting depth of parentheses.
  private static let maximumDepth = 16

  private let text: [UInt8]
  private let ignoresCase: Bool
  private var place = 0

  init(_ text: String, ignoresCase: Bool) {
    self.text = Array(text.utf8)
    self.ignoresCase = ignoresCase
  }

  /// Parses the whole text as a filter.
  mutating func parse() throws(MPDError) -> MPDFilter {
    let filter = try expression(depth: 0)
    guard place == text.count else { throw Self.failed("Unparsed garbage after expression") }
    return filter
  }

  private mutating func expression(depth: Int) throws(MPDError) -> MPDFilter {
    guard depth < Self.maximumDepth else { throw Self.failed("Too deep") }
    try expect("(")
    if peek == UInt8(ascii: "(") { return try conjunction(depth: depth) }
    if peek == UInt8(ascii: "!") {
      place += 1
      skipSpace()
      let filter = try expression(depth: depth + 1)
      try expect(")")
      return .not(filter)
    }
    let name = try word()
    guard let field = MPDFilter.field(name) else {
      throw Self.failed("Unknown filter type: \(name)")
    }
    let filter = try comparison(field, name)
    try expect(")")
    return filter
  }

  private mutating func conjunction(depth: Int) throws(MPDError) -> MPDFilter {
    var filters = [try expression(depth: depth + 1)]
    while peek != UInt8(ascii: ")") {
      guard try word().uppercased() == "AND" else { throw Self.failed("'AND' expected") }
      filters.append(try expression(depth: depth + 1))
    }
    try expect(")")
    return .all(filters)
  }

  private mutating func comparison(
    _ field: MPDFilter.Field,
    _ name: String
  ) throws(MPDError) -> MPDFilter {
    if field == .base { return .matches(.base, .startsWith, try value(), ignoresCase: false) }
    if name.lowercased() == "modified-since" {
      return .matches(.unknown, .equals, try value(), ignoresCase: false)
    }
    let sign = operation()
    let value = try value()
    func matches(_ comparison: MPDFilter.Comparison) -> MPDFilter {
      .matches(field, comparison, value, ignoresCase: ignoresCase)
    }
    switch sign {
    case "==": return matches(.equals)
    case "!=": return .not(matches(.equals))
    case "contains": return matches(.contains)
    case "!contains": return .not(matches(.contains))
    case "starts_with": return matches(.startsWith)
    case "!starts_with": return .not(matches(.startsWith))
    case "=~", "!~": throw Self.failed("Regular expressions are not supported here")
    default: throw Self.failed("Unknown filter operator")
    }
  }

  private mutating func operation() -> String {
    let start = place
    while let byte = peek, !byte.isSpace, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\"") {
      place += 1
    }
    defer { skipSpace() }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  private mutating func word() throws(MPDError) -> String {
    let start = place
    while let byte = peek,
      (byte | 0x20).isLowercaseLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    {
      place += 1
    }
    guard place > start else { throw Self.failed("Word expected") }
    defer { skipSpace() }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  private mutating func value() throws(MPDError) -> String {
    guard let quote = peek, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      throw Self.failed("Quoted string expected")
    }
    place += 1
    var value: [UInt8] = []
    while let byte = peek, byte != quote {
      if byte == UInt8(ascii: "\\") { place += 1 }
      guard let byte = peek else { break }
      value.append(byte)
      place += 1
    }
    guard peek == quote else { throw Self.failed("Closing quote not found") }
    place += 1
    skipSpace()
    return String(decoding: value, as: UTF8.self)
  }

  private var peek: UInt8? { place < text.count ? text[place] : nil }

  private mutating func expect(_ sign: Unicode.Scalar) throws(MPDError) {
    guard peek == UInt8(ascii: sign) else { throw Self.failed("'\(sign)' expected") }
    place += 1
    skipSpace()
  }

  private mutating func skipSpace() {
    while peek?.isSpace == true { place += 1 }
  }

  private static func failed(_ message: String) -> MPDError { MPDError(.argument, message) }
}
