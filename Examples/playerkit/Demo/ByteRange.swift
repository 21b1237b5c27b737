/// The part of a body of known size that a `Range` header requests.
enum ByteRange: Equatable {
  /// The whole body: there is no header, or it is not understood and must be ignored.
  case whole
  /// A part of the body, never empty.
  case part(Range<Int>)
  /// A range outside the body.
  case unsatisfiable

  /// Reads a header such as `bytes=0-99`, `bytes=100-`, or `bytes=-50`. Several ranges in one
  /// header return the whole body, as HTTP allows.
  init(header: String?, size: Int) {
    guard
      let specification = header.flatMap(Self.specification(in:)),
      let dash = specification.firstIndex(of: "-")
    else {
      self = .whole
      return
    }
    let from = specification[..<dash]
    let to = specification[specification.index(after: dash)...]
    switch (Self.number(from), Self.number(to)) {
    case (let first?, nil) where to.isEmpty:
      self = first < size ? .part(first..<size) : .unsatisfiable
    case (let first?, let last?) where first <= last:
      self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    case (nil, let count?) where from.isEmpty:
      self = count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .unsatisfiable
    default:
      self = .whole
    }
  }

  private static func specification(in header: String) -> Substring? {
    let unit = "bytes="
    guard header.lowercased().hasPrefix(unit) else { return nil }
    return header.dropFirst(unit.count)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}
