/// Opens byte streams of one media source. It may be opened more than once.
public protocol ByteSource: Sendable {
  /// Returns a stream at byte 0. Must not block: slow operations, and failures, happen in the
  /// stream's first ``ByteStream/read(into:)``.
  func makeStream() -> any ByteStream
}

/// An open stream of bytes, which an engine reads on its own threads, one at a time.
///
/// Only ``cancel()`` may be called at any time from another thread.
public protocol ByteStream: AnyObject, Sendable {
  /// Reads up to `buffer.count` bytes; blocks until there is at least one.
  ///
  /// - Returns: The number of bytes read; 0 at the end.
  /// - Throws: ``PlayerError``, the same one on every further call. After ``cancel()``, any.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int

  /// Seeks to an absolute byte offset.
  ///
  /// - Throws: ``PlayerError`` if the stream cannot seek, or not to this offset.
  func seek(to offset: Int64) throws(PlayerError)

  /// Whether ``seek(to:)`` is supported at all. May block until known.
  var isSeekable: Bool { get }

  /// The length in bytes; `nil` if unknown. May block until known.
  var size: Int64? { get }

  /// Makes blocked and later reads return soon. May be called on any thread; further calls have no
  /// effect.
  func cancel()

  /// Closes the stream. Called once, when no read is in progress.
  func close()
}

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
