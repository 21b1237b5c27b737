import PlayerKitCTagLib

/// The genres of ID3. Numbers of ID3v1's list stand for names, alone or in parentheses before a
/// text.
enum TagGenres {
  private static let maximumGenres = 100

  /// Returns the names in one value: `17`, `(17)`, `(4)Eurodisco`, `RX`, `((sic) text`, or plain
  /// text.
  static func names(in value: String) -> [String] {
    let marked = String(
      String.UnicodeScalarView(
        value.unicodeScalars.map { $0.value == UInt32(ID3Frames.parenthesis) ? "(" : $0 }
      )
    )
    if let name = name(of: marked) { return [name] }
    if isNumber(marked[...]) { return [] }
    var names: [String] = []
    var rest = marked[...]
    while names.count < maximumGenres, rest.first == "(", let end = rest.firstIndex(of: ")") {
      let inside = rest[rest.index(after: rest.startIndex)..<end]
      let name = name(of: String(inside))
      guard name != nil || isNumber(inside) else { break }
      if let name { names.append(name) }
      rest = rest[rest.index(after: end)...]
    }
    // A double parenthesis escapes a single one.
    if rest.hasPrefix("((") { rest = rest.dropFirst() }
    if !rest.isEmpty, !names.contains(String(rest)) { names.append(String(rest)) }
    return names
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...3).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns the name for a number, or for one of two abbreviations.
  private static func name(of text: String) -> String? {
    switch text {
    case "RX": return "Remix"
    case "CR": return "Cover"
    default:
      guard isNumber(text[...]), let number = Int32(text) else { return nil }
      let name = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
        count = buffer.withMemoryRebound(to: CChar.self) { buffer in
          ctaglib_genre(number, buffer.baseAddress, buffer.count)
        }
      }
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
  }
}
