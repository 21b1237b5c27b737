/// Reads the numbers that people and scripts write; answers `nil` for what is none, or out of range.
enum Numbers {
  /// The longest time that is taken as given: more than thirty years.
  private static let longest = 1e9

  /// A finite decimal number: no hexadecimal, no NaN.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.allSatisfy({ "0123456789.eE+-".contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number within bounds.
  static func decimal(_ text: some StringProtocol, in range: ClosedRange<Double>) -> Double? {
    decimal(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A time in seconds, not negative.
  static func seconds(_ text: some StringProtocol) -> Duration? {
    decimal(text).flatMap { $0 >= 0 ? .seconds(min($0, longest)) : nil }
  }

  /// A volume from 0 to 100, as the library has it: from 0 to 1.
  static func volume(_ text: some StringProtocol) -> Double? {
    decimal(text, in: 0...100).map { $0 / 100 }
  }

  /// A speed.
  static func rate(_ text: some StringProtocol) -> Double? {
    decimal(text, in: 0.25...4)
  }

  /// An index, counted from 0.
  static func index(_ text: some StringProtocol) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}
