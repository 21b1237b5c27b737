import Foundation

/// The fields of a block: `StreamTitle='Artist - Title';StreamUrl='http://…';`
enum ICYBlock {
  /// By lower-case name. Of text that is none of this kind: nothing.
  static func fields(of block: Data) -> [String: String] {
    let bytes = block.prefix { $0 != 0 }
    // Stations send what they have; what is no UTF-8 is taken for Latin-1.
    let text =
      String(bytes: bytes, encoding: .utf8) ?? String(bytes: bytes, encoding: .isoLatin1) ?? ""
    var fields: [String: String] = [:]
    var rest = text[...]
    while let begin = rest.range(of: "='") {
      let name = rest[..<begin.lowerBound].trimmingCharacters(in: .whitespaces)
      let (value, after) = value(in: rest[begin.upperBound...])
      fields[name.lowercased()] = value
      rest = after
    }
    return fields
  }

  /// A value may hold quotes and semicolons: it ends where the text does, or another field begins.
  private static func value(in text: Substring) -> (String, Substring) {
    var from = text.startIndex
    while let end = text.range(of: "';", range: from..<text.endIndex) {
      let after = text[end.upperBound...]
      let name = after.prefix { $0.isLetter && $0.isASCII }
      let isEnd = after.allSatisfy(\.isWhitespace)
      if isEnd || (!name.isEmpty && after.dropFirst(name.count).hasPrefix("='")) {
        return (String(text[..<end.lowerBound]), after)
      }
      from = end.upperBound
    }
    let value = text.hasSuffix("'") ? text.dropLast() : text
    return (String(value), text[text.endIndex...])
  }
}
