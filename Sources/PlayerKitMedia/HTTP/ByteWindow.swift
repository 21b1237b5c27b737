import PlayerKitSystem

/// A contiguous part of a resource, which grows at its end and shrinks at its start. It is in
/// memory, but its first bytes may be in a file, where they stay.
struct ByteWindow: Sendable {
  /// The offset of the first byte held.
  private(set) var start: Int64
  /// The offset after the last byte held.
  private(set) var end: Int64
  private var chunks: [Chunk] = []
  /// The file with the bytes before the chunks, from the start of the resource on.
  private var file: SpoolFile?

  private struct Chunk: Sendable {
    let offset: Int64
    let data: Data
    var end: Int64 { offset + Int64(data.count) }
  }

  init(at offset: Int64) {
    start = offset
    end = offset
  }

  /// Creates a window from the start of a resource on, which writes to a file while it accepts
  /// data.
  init(in file: SpoolFile) {
    self.init(at: 0)
    self.file = file
  }

  var count: Int64 { end - start }

  /// Whether everything from the start of the resource on is held.
  var isWhole: Bool {
    guard let file else { return start == 0 }
    return chunks.first.map { $0.offset <= file.count } ?? (end <= file.count)
  }

  /// Whether everything held is in a file.
  var isInFile: Bool { file != nil && chunks.isEmpty }

  /// Returns whether a reader can be at `offset`. At ``end`` there is nothing to read yet.
  func contains(_ offset: Int64) -> Bool {
    guard let file else { return offset >= start && offset <= end }
    let inMemory = chunks.first?.offset ?? end
    return offset >= 0 && offset < file.count || offset >= inMemory && offset <= end
  }

  /// Returns whether both hold a common byte.
  func meets(_ other: ByteWindow) -> Bool {
    start < other.end && other.start < end
  }

  mutating func append(_ data: Data) {
    guard !data.isEmpty else { return }
    let isWritten = chunks.isEmpty && file?.append(data, at: end) == true
    if !isWritten { chunks.append(Chunk(offset: end, data: data)) }
    end += Int64(data.count)
  }

  /// Copies the held bytes from `offset` on.
  ///
  /// - Returns: the number of bytes copied.
  func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let file, offset < fileEnd {
      let room = Int(clamping: min(Int64(buffer.count), fileEnd - offset))
      return file.read(at: offset, into: .init(rebasing: buffer.prefix(room)))
    }
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

  /// Drops whole chunks that end before `offset`. Bytes in a file stay.
  mutating func discard(before offset: Int64) {
    let count = chunks.firstIndex { $0.end > offset } ?? chunks.count
    chunks.removeFirst(count)
    guard file == nil else { return }
    start = chunks.first?.offset ?? max(start, min(offset, end))
  }

  /// The end of the bytes in the file.
  private var fileEnd: Int64 { file?.count ?? 0 }

  private func firstIndex(holding offset: Int64) -> Int? {
    var (low, high) = (chunks.startIndex, chunks.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < chunks.endIndex, chunks[low].offset <= offset else { return nil }
    return low
  }
}
