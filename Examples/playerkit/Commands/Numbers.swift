/// Parses numbers from users and scripts. Returns `nil` for invalid numbers and numbers out of
/// range.
enum Numbers {
  /// The maximum time: more than thirty years. Longer times are reduced to it.
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

  /// A nonnegative time in seconds.
  static func seconds(_ text: some StringProtocol) -> Duration? {
    decimal(text).flatMap { $0 >= 0 ? .seconds(min($0, longest)) : nil }
  }

  /// A volume from 0 to 100, converted to the library's range from 0 to 1.
  static func volume(_ text: some StringProtocol) -> Double? {
    decimal(text, in: 0...100).map { $0 / 100 }
  }

  /// A playback rate.
  static func rate(_ text: some StringProtocol) -> Double? {
    decimal(text, in: 0.25...4)
  }

  /// An index, counted from 0.
  static func index(_ text: some StringProtocol) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}
