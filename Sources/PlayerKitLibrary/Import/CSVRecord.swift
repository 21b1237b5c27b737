/// A parser state for CSV after RFC 4180. A quote inside an unquoted field is an ordinary
/// character.
struct CSVPlace: Sendable {
  private enum State { case start, plain, quoted, quoteWithin }

  /// The meaning of a byte.
  enum Role: Sendable { case content, mark, fieldEnd, recordEnd }

  private var state = State.start
  /// Whether the field has an open quote.
  var isQuoted: Bool { state == .quoted }

  mutating func take(_ byte: UInt8) -> Role {
    switch (state, byte) {
    case (.start, 0x22):
      state = .quoted
      return .mark
    case (.quoted, 0x22):
      state = .quoteWithin
      return .mark
    case (.quoteWithin, 0x22):
      state = .quoted
      return .content
    case (.quoted, _): return .content
    case (_, 0x2C):
      state = .start
      return .fieldEnd
    case (_, 0x0A):
      state = .start
      return .recordEnd
    case (.start, _), (.plain, _), (.quoteWithin, _):
      state = .plain
      return .content
    }
  }
}

extension CSVPlace {
  /// Splits one record of CSV into fields. Returns `nil` if the record is not UTF-8 or ends inside
  /// quotes.
  static func fields(of record: ArraySlice<UInt8>) -> [String]? {
    var fields: [String] = []
    var field: [UInt8] = []
    var place = CSVPlace()
    for byte in record.last == 0x0D ? record.dropLast() : record {
      switch place.take(byte) {
      case .content: field.append(byte)
      case .mark, .recordEnd: break
      case .fieldEnd:
        guard let text = String(validating: field, as: UTF8.self) else { return nil }
        fields.append(text)
        field.removeAll(keepingCapacity: true)
      }
    }
    guard !place.isQuoted else { return nil }
    return String(validating: field, as: UTF8.self).map { fields + [$0] }
  }
}
