/// The attributes of a tag: `METHOD=AES-128,URI="key.bin"`.
///
/// Spaces around names and commas are ignored, as some servers write them. If a name repeats, the
/// last value counts.
struct HLSAttributes: Sendable, Equatable {
  private var values: [String: String] = [:]

  init(_ text: some StringProtocol) {
    var rest = text[...]
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { !$0.isWhitespace && $0 != "," }
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      let value: String
      if rest.first == "\"" {
        let inside = rest.dropFirst()
        let end = inside.firstIndex(of: "\"") ?? inside.endIndex
        value = String(inside[..<end])
        rest = inside[end...].dropFirst()
      } else {
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        value = String(rest[..<end].reversed().drop(while: \.isWhitespace).reversed())
        rest = rest[end...]
      }
      values[String(name)] = value
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Returns whether the value is `YES`.
  func isYes(_ name: String) -> Bool { values[name] == "YES" }

  func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// Parses `0x` and at most 32 digits as 16 bytes; `nil` for anything else.
  func vector(_ name: String) -> [UInt8]? {
    guard let text = values[name]?.lowercased(), text.hasPrefix("0x") else { return nil }
    let digits = text.dropFirst(2).compactMap(\.hexDigitValue)
    guard digits.count == text.count - 2, (1...32).contains(digits.count) else { return nil }
    let padded = Array(repeating: 0, count: 32 - digits.count) + digits
    return (0..<16).map { UInt8(padded[$0 * 2] << 4 | padded[$0 * 2 + 1]) }
  }
}
