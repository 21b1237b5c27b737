import HTTPTypes

/// Assembles the head of a response from its lines, as leniently as other players. Pure.
///
/// It accepts `ICY` as the protocol, a missing reason phrase, no space after the colon, bare line
/// feeds, Latin-1 bytes, and fields that continue on the next line. Informational heads (1xx) are
/// skipped; the head after them counts.
struct HeadParser: Sendable {
  enum Outcome: Sendable, Equatable {
    case incomplete
    case complete(status: Int, HTTPFields)
    case malformed
  }

  /// More bytes and fields than any valid head has.
  static let largestHead = 256 << 10
  static let maximumFields = 1000

  private var status: Int?
  private var fields = HTTPFields()
  private var last: (name: [UInt8], value: [UInt8])?
  private var size = 0
  private(set) var outcome = Outcome.incomplete

  /// Parses a line, with or without its line ending. After the last line, calls have no effect.
  mutating func consume(_ line: some Collection<UInt8>) -> Outcome {
    guard outcome == .incomplete else { return outcome }
    size += line.count
    guard size <= Self.largestHead else { return end(.malformed) }
    let line = Self.withoutEnd(line)
    guard let first = line.first else { return finish() }
    if let status = Self.status(of: line) {
      self.status = status
      fields = HTTPFields()
      last = nil
    } else if status == nil {
      return end(.malformed)
    } else if Self.isSpace(first), last != nil {
      last?.value.append(32)
      last?.value += Self.trimmed(line)
    } else {
      keepLast()
      // A line without a colon is ignored.
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return outcome }
      last = (Self.trimmed(line[..<colon]), Self.trimmed(line[(colon + 1)...]))
    }
    return outcome
  }

  private mutating func finish() -> Outcome {
    keepLast()
    guard let status else { return end(.malformed) }
    guard (100..<200).contains(status) else { return end(.complete(status: status, fields)) }
    self.status = nil
    fields = HTTPFields()
    return outcome
  }

  private mutating func end(_ outcome: Outcome) -> Outcome {
    self.outcome = outcome
    return outcome
  }

  private mutating func keepLast() {
    defer { last = nil }
    guard let (name, value) = last, fields.count < Self.maximumFields,
      let name = HTTPField.Name(Self.text(name))
    else { return }
    fields.append(HTTPField(name: name, value: Self.text(value)))
  }

  /// Parses `HTTP/1.1 200 OK`, `HTTP/2 200`, `ICY 200 OK`; returns `nil` for any other line.
  private static func status(of line: [UInt8]) -> Int? {
    let parts = line.split(separator: 32, maxSplits: 2)
    guard parts.count >= 2, parts[1].count == 3,
      parts[0].starts(with: Array("HTTP/".utf8)) || parts[0].elementsEqual("ICY".utf8),
      let status = Int(text(parts[1])), (100...999).contains(status)
    else { return nil }
    return status
  }

  /// Decodes UTF-8 if valid, otherwise Latin-1.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func withoutEnd(_ line: some Collection<UInt8>) -> [UInt8] {
    var line = Array(line)
    if line.last == 10 { line.removeLast() }
    if line.last == 13 { line.removeLast() }
    return line
  }

  private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
