/// The part of a body that a `Range` header requests.
enum RequestedRange: Equatable {
  /// The whole body: there is no header, or it must be ignored.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// Reads `bytes=0-99`, `bytes=100-`, and `bytes=-50`. Several ranges at once return the whole
  /// body, as HTTP allows.
  init(header: String?, size: Int) {
    self = header.flatMap { Self.read($0, size: size) } ?? .whole
  }

  private static func read(_ header: String, size: Int) -> RequestedRange? {
    let unit = "bytes="
    guard header.lowercased().hasPrefix(unit) else { return nil }
    let ends = header.dropFirst(unit.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (number(ends[0]), number(ends[1]))
    if ends[0].isEmpty {
      guard let last else { return nil }
      return last > 0 && size > 0 ? .part(max(size - last, 0)..<size) : .unsatisfiable
    }
    guard let first else { return nil }
    if ends[1].isEmpty { return first < size ? .part(first..<size) : .unsatisfiable }
    guard let last, last >= first else { return nil }
    return first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
  }

  /// A number too large for an `Int` is beyond the end of any body.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text) ?? Int.max
  }
}
