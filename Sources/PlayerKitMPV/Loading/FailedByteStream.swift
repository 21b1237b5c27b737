import PlayerKit

/// A stream that has failed before it began, so that a refused source fails where others do.
final class FailedByteStream: ByteStream {
  private let error: PlayerError

  init(_ error: PlayerError) {
    self.error = error
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int { throw error }
  func seek(to offset: Int64) throws(PlayerError) { throw error }
  var isSeekable: Bool { false }
  var size: Int64? { nil }
  func cancel() {}
  func close() {}
}
