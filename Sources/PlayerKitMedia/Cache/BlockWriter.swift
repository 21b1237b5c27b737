/// Writes the bytes of a resource that pass by, block by block.
struct BlockWriter {
  /// How many blocks are withheld; later ones are written.
  private static let maxWithheld = 512

  private var assembly = BlockAssembly()
  /// Whole blocks that are not written yet; `nil` if none are withheld.
  private var withheld: [Int: [UInt8]]?

  /// Drops the current block, and withheld ones.
  mutating func reset() {
    assembly.begin(0..<0)
    if withheld != nil { withheld = [:] }
  }

  /// Withholds whole blocks from now on.
  mutating func withhold() { withheld = withheld ?? [:] }

  /// Writes blocks at once from now on, the withheld ones first.
  ///
  /// - Parameter file: the file of the withheld blocks; `nil` to drop them.
  mutating func release(to file: CacheFile?) {
    for (index, bytes) in (withheld ?? [:]).sorted(by: { $0.key < $1.key }) {
      bytes.withUnsafeBytes { _ = file?.store(index, $0) }
    }
    withheld = nil
  }

  /// Copies the bytes of the current block, or of a withheld one, from `offset` on.
  func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = assembly.copy(from: offset, into: buffer)
    guard count == 0, offset >= 0 else { return count }
    let (index, start) = offset.quotientAndRemainder(dividingBy: Int64(CacheHeader.blockLength))
    let rest = withheld?[Int(index)]?.dropFirst(Int(start)).prefix(buffer.count) ?? []
    buffer.copyBytes(from: rest)
    return rest.count
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
      if assembly.isWhole { store(index, in: file) }
      piece = .init(rebasing: piece.dropFirst(count))
      offset += Int64(count)
    }
  }

  private mutating func store(_ index: Int, in file: CacheFile) {
    if let count = withheld?.count, count < Self.maxWithheld {
      withheld?[index] = assembly.withBytes { Array($0) }
    } else {
      assembly.withBytes { _ = file.store(index, $0) }
    }
  }
}
