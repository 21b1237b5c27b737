// Numbers in tags.
extension HLSParser {
  /// Parses `LENGTH[@OFFSET]`.
  static func range(_ value: Substring) throws(HLSFailure) -> (Int64, Int64?) {
    let parts = value.split(separator: "@", maxSplits: 1)
    guard let first = parts.first, let length = amount(first), length > 0 else { throw .malformed }
    guard parts.count == 2 else { return (length, nil) }
    guard let offset = amount(parts[1]) else { throw .malformed }
    return (length, offset)
  }

  static func amount(_ text: Substring) -> Int64? {
    Int64(text).flatMap { (0...MediaResponseHead.greatestLength).contains($0) ? $0 : nil }
  }

  static func number(_ text: Substring) throws(HLSFailure) -> Int64 {
    guard let number = amount(text) else { throw .malformed }
    return number
  }

  /// Parses decimal seconds, less than a year.
  static func duration(_ text: some StringProtocol) -> Duration? {
    guard let seconds = Double(text), abs(seconds) < 32_000_000 else { return nil }
    return .seconds(seconds)
  }
}
