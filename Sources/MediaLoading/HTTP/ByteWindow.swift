import Foundation

/// A contiguous part of a resource, held in memory: grows at its end, shrinks at its beginning.
struct ByteWindow: Sendable {
  /// The offset of the first byte that is held.
  private(set) var start: Int64
  /// The offset after the last byte that is held.
  private(set) var end: Int64
  private var chunks: ArraySlice<Chunk> = []

  private struct Chunk: Sendable {
    let offset: Int64
    let data: Data
    var end: Int64 { offset + Int64(data.count) }
  }

  init(at offset: Int64) {
    start = offset
    end = offset
  }

  var count: Int64 { end - start }

  /// Whether a reader can stand at `offset`; at ``end`` there is nothing to read yet.
  func contains(_ offset: Int64) -> Bool {
    offset >= start && offset <= end
  }

  /// Whether any byte is held by both.
  func meets(_ other: ByteWindow) -> Bool {
    start < other.end && other.start < end
  }

  mutating func append(_ data: Data) {
    guard !data.isEmpty else { return }
    chunks.append(Chunk(offset: end, data: data))
    end += Int64(data.count)
  }

  /// Copies what is held from `offset` on.
  ///
  /// - Returns: how many bytes were copied.
  func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard contains(offset), let first = firstIndex(holding: offset) else { return 0 }
    var copied = 0
    for chunk in chunks[first...] where copied < buffer.count {
      let skip = Int(offset + Int64(copied) - chunk.offset)
      let count = min(chunk.data.count - skip, buffer.count - copied)
      let begin = chunk.data.startIndex + skip
      chunk.data.copyBytes(
        to: UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<copied + count]),
        from: begin..<begin + count
      )
      copied += count
    }
    return copied
  }

  /// Forgets whole chunks that end before `offset`.
  mutating func discard(before offset: Int64) {
    while let first = chunks.first, first.end <= offset { chunks.removeFirst() }
    start = chunks.first?.offset ?? max(start, min(offset, end))
  }

  private func firstIndex(holding offset: Int64) -> Int? {
    var (low, high) = (chunks.startIndex, chunks.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low < chunks.endIndex ? low : nil
  }
}
