/// A stream that has already failed, so that a refused source fails like any other.
package final class FailedByteStream: ByteStream {
  private let error: PlayerError

  package init(_ error: PlayerError) {
    self.error = error
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    throw error
  }
  package func seek(to offset: Int64) throws(PlayerError) { throw error }
  package var isSeekable: Bool { false }
  package var size: Int64? { nil }
  package func cancel() {}
  package func close() {}
}

/// A byte source whose streams have already failed.
struct FailedByteSource: ByteSource {
  let error: PlayerError

  func makeStream() -> any ByteStream { FailedByteStream(error) }
}
