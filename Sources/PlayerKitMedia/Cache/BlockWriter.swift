/// Writes the bytes of a resource that pass by, block by block.
struct BlockWriter {
  private var assembly = BlockAssembly()

  /// Drops the current block.
  mutating func reset() { assembly.begin(0..<0) }

  /// Copies the bytes of the current block from `offset` on.
  func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    assembly.copy(from: offset, into: buffer)
  }

  /// Takes bytes at `offset`. A block whose start was missed is not written.
  mutating func take(_ piece: UnsafeRawBufferPointer, at offset: Int64, for file: CacheFile) {
    var (piece, offset) = (piece, offset)
    while !piece.isEmpty {
      let index = Int(offset / Int64(CacheHeader.blockLength))
      let range = file.range(ofBlock: index)
      guard !range.isEmpty else { return }
      if assembly.range != range || assembly.end != offset {
        guard offset == range.lowerBound else {
          // The start of this block was missed; the next one is complete.
          piece = .init(rebasing: piece.dropFirst(Int(range.upperBound - offset)))
          offset = range.upperBound
          continue
        }
        assembly.begin(range)
      }
      let count = min(piece.count, Int(range.upperBound - offset))
      assembly.add(.init(rebasing: piece.prefix(count)), at: offset)
      if assembly.isWhole { assembly.withBytes { _ = file.store(index, $0) } }
      piece = .init(rebasing: piece.dropFirst(count))
      offset += Int64(count)
    }
  }
}
