/// Puts lines together from the pieces that come.
struct LineBuffer: Sendable {
  /// The most bytes of a line.
  let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a piece; gives the lines that it ends, without their ends. Empty ones are left out.
  ///
  /// - Returns: `nil` where a line is longer than the limit.
  mutating func lines(adding piece: some Sequence<UInt8>) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    for byte in piece {
      if byte == UInt8(ascii: "\n") {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if !bytes.isEmpty { lines.append(bytes) }
        bytes = []
      } else {
        guard bytes.count < limit else { return nil }
        bytes.append(byte)
      }
    }
    return lines
  }
}
