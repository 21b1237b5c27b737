/// Media as a demuxer should see it: parts of a file, with some bytes replaced.
package struct MediaView: Sendable, Equatable {
  package enum Piece: Sendable, Equatable {
    case bytes([UInt8])
    /// A part of the file.
    case media(Range<Int64>)

    var count: Int64 {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .media(let range): range.upperBound - range.lowerBound
      }
    }
  }

  private let pieces: [Piece]
  package let size: Int64

  package init(_ pieces: [Piece]) {
    self.pieces = pieces.filter { $0.count > 0 }
    size = pieces.reduce(0) { $0 + $1.count }
  }

  /// Reads bytes of one piece, so possibly fewer than requested.
  ///
  /// - Parameter media: reads bytes of the file at an offset.
  package func read<Failure: Error>(
    at offset: Int64,
    into buffer: UnsafeMutableRawBufferPointer,
    from media: (Int64, UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    guard offset >= 0 else { return 0 }
    var start: Int64 = 0
    for piece in pieces {
      defer { start += piece.count }
      let inside = offset - start
      guard inside < piece.count else { continue }
      let room = Int(min(Int64(buffer.count), piece.count - inside))
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
      switch piece {
      case .bytes(let bytes):
        part.copyBytes(from: bytes[Int(inside)...].prefix(room))
        return room
      case .media(let range): return try media(range.lowerBound + inside, part)
      }
    }
    return 0
  }
}
