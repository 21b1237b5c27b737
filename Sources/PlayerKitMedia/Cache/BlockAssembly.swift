/// Assembles a block from consecutive bytes.
struct BlockAssembly {
  /// The range of the block.
  private(set) var range: Range<Int64> = 0..<0
  private var bytes: [UInt8] = []

  /// The offset of the next byte.
  var end: Int64 { range.lowerBound + Int64(bytes.count) }

  var isWhole: Bool { !range.isEmpty && end == range.upperBound }

  /// Starts another block.
  mutating func begin(_ range: Range<Int64>) {
    self.range = range
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the bytes that continue the block; ignores others.
  mutating func add(_ piece: UnsafeRawBufferPointer, at offset: Int64) {
    guard offset == end, offset < range.upperBound else { return }
    bytes.append(contentsOf: piece.prefix(Int(range.upperBound - offset)))
  }

  /// Copies the available bytes from `offset` on.
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
