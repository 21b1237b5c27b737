/// Assembles lines from received chunks.
package struct LineBuffer: Sendable {
  /// The maximum length of a line in bytes.
  package let limit: Int
  private var bytes: [UInt8] = []

  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds a chunk and returns the completed lines, without line ends. Skips empty lines.
  ///
  /// - Returns: `nil` if a line exceeds the limit.
  package mutating func lines(adding piece: some Sequence<UInt8>) -> [[UInt8]]? {
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
