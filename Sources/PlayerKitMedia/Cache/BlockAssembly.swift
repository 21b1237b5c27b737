/// Puts a block together from bytes that come in a row.
struct BlockAssembly {
  /// Where the block begins, and how long it is.
  private(set) var range: Range<Int64> = 0..<0
  private var bytes: [UInt8] = []

  /// Where the next byte belongs.
  var end: Int64 { range.lowerBound + Int64(bytes.count) }

  var isWhole: Bool { !range.isEmpty && end == range.upperBound }

  /// Begins another block.
  mutating func begin(_ range: Range<Int64>) {
    self.range = range
    bytes.removeAll(keepingCapacity: true)
  }

  /// Takes what stands at its end, as far as it belongs to the block; anything else is passed over.
  mutating func add(_ piece: UnsafeRawBufferPointer, at offset: Int64) {
    guard offset == end, offset < range.upperBound else { return }
    bytes.append(contentsOf: piece.prefix(Int(range.upperBound - offset)))
  }

  /// Copies what is there from `offset` on.
  func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= range.lowerBound, offset < end else { return 0 }
    let rest = bytes[Int(offset - range.lowerBound)...].prefix(buffer.count)
    buffer.copyBytes(from: rest)
    return rest.count
  }

  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes(body)
  }
}
