import FlyingSocks
import Foundation

/// A body that arrives in pieces, with pauses between them, and may end early.
struct FaultyBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  /// Makes the server close the connection.
  struct Cut: Error {}

  var bytes: [UInt8]
  /// The number of bytes before the failure, or `nil` for all.
  var end: Int?
  var pieceSize = 4096
  var pause = Duration.zero

  func makeAsyncIterator() -> Iterator {
    Iterator(rest: bytes.prefix(end ?? bytes.count), source: self)
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let source: FaultyBytes
    var isFirst = true

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else {
        if source.end != nil { throw Cut() }
        return nil
      }
      if !isFirst, source.pause > .zero { try await Task.sleep(for: source.pause) }
      isFirst = false
      let size = Swift.max(1, Swift.min(count, source.pieceSize))
      let piece = rest.prefix(size)
      rest = rest.dropFirst(piece.count)
      return piece
    }
  }
}
