/// Reads a cache file block by block. Each block is checked once for consecutive reads.
struct BlockReader {
  private var index: Int?
  private var bytes: [UInt8] = []

  /// Drops the current block.
  mutating func reset() { index = nil }

  /// Copies the available bytes from `position` on, at most to the end of its block.
  ///
  /// - Returns: the number of bytes; 0 if the block is missing.
  mutating func copy(
    of file: CacheFile,
    from position: Int64,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let wanted = Int(position / Int64(CacheHeader.blockLength))
    let range = file.range(ofBlock: wanted)
    guard range.contains(position) else { return 0 }
    if index != wanted {
      if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: CacheHeader.blockLength) }
      index = bytes.withUnsafeMutableBytes { file.read(wanted, into: $0) }.map { _ in wanted }
    }
    guard index == wanted else { return 0 }
    let start = Int(position - range.lowerBound)
    let rest = bytes[start..<range.count].prefix(buffer.count)
    buffer.copyBytes(from: rest)
    return rest.count
  }

  /// Returns the two blocks before an offset; empty if they are missing.
  static func bytes(of file: CacheFile, before end: Int64) -> [UInt8] {
    let start = max(end - 2 * Int64(CacheHeader.blockLength), 0)
    var (bytes, reader) = ([UInt8](repeating: 0, count: Int(end - start)), BlockReader())
    var count = 0
    while count < bytes.count {
      let copied = bytes.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        return reader.copy(of: file, from: start + Int64(count), into: rest)
      }
      guard copied > 0 else { return [] }
      count += copied
    }
    return bytes
  }
}
