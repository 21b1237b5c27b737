/// Bytes of media with random access.
package protocol RandomAccessBytes: Sendable {
  /// The end of the bytes.
  var size: Int64 { get }

  /// Reads up to `count` bytes.
  func bytes(at offset: Int64, count: Int) -> [UInt8]
}

/// A piece of media in memory.
struct HeldBytes: RandomAccessBytes {
  /// Its offset in the media.
  private(set) var start: Int64 = 0
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ bytes: [UInt8], at start: Int64) { (self.start, self.bytes) = (start, bytes) }

  var end: Int64 { start + Int64(bytes.count) }
  var size: Int64 { end }
  var isEmpty: Bool { bytes.isEmpty }

  /// Returns whether it contains a byte.
  func contains(_ offset: Int64) -> Bool { start <= offset && offset < end }

  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    guard count > 0, contains(offset) else { return [] }
    return Array(bytes[Int(offset - start)...].prefix(count))
  }

  mutating func hold(_ piece: some Sequence<UInt8>, at offset: Int64) {
    (start, bytes) = (offset, Array(piece))
  }

  /// Returns a part of it.
  func part(_ range: Range<Int64>) -> HeldBytes {
    let first = Int(range.lowerBound - start)
    return HeldBytes(Array(bytes[first..<first + range.count]), at: range.lowerBound)
  }

  mutating func append(_ piece: some Sequence<UInt8>) { bytes.append(contentsOf: piece) }

  mutating func release() { (start, bytes) = (end, []) }

  /// - Returns: the number of bytes copied.
  func copy(from offset: Int64, to end: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard contains(offset) else { return 0 }
    let count = min(buffer.count, Int(min(end, self.end) - offset))
    bytes.withUnsafeBytes {
      let first = Int(offset - start)
      buffer.copyMemory(from: .init(rebasing: $0[first..<first + count]))
    }
    return count
  }

  /// Hides names in a box; see ``MP4Filter``.
  ///
  /// - Returns: whether any was hidden.
  mutating func hide(allBut allowed: Set<Int64>, in box: Range<Int64>) -> Bool {
    let first = Int(box.lowerBound - start)
    return bytes.withUnsafeMutableBytes { buffer in
      MP4Filter(allowed: allowed).apply(
        to: .init(rebasing: buffer[first..<first + box.count]),
        at: box.lowerBound,
        of: Outside(box: box)
      )
    }
  }

  /// A box in one piece has no bytes around it.
  private struct Outside: RandomAccessBytes {
    let box: Range<Int64>
    var size: Int64 { box.upperBound }
    func bytes(at offset: Int64, count: Int) -> [UInt8] { [] }
  }
}
