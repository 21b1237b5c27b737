/// Splits bytes that arrive in pieces into lines.
struct LineSplitter {
  private static let newline = UInt8(ascii: "\n")
  private var rest: [UInt8] = []

  /// The lines that these bytes complete, without their line ends.
  mutating func split(_ bytes: ArraySlice<UInt8>) -> [String] {
    var pieces = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
    guard let last = pieces.popLast() else { return [] }
    let lines = pieces.map { piece in
      defer { rest = [] }
      return String(decoding: rest + piece, as: UTF8.self)
    }
    rest += last
    return lines
  }

  /// The last line, if it has no line end.
  mutating func finish() -> String? {
    defer { rest = [] }
    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }
}
