/// Opens byte streams of one piece of media. May be opened more than once.
public protocol ByteSource: Sendable {
  /// Makes a stream that stands at byte 0. Must not block: what takes time, and what fails, does so
  /// in the stream's first ``ByteStream/read(into:)``.
  func makeStream() -> any ByteStream
}

/// One open stream of bytes, read by an engine on threads of its own, by one at a time.
///
/// Only ``cancel()`` may be called at any time from another thread.
public protocol ByteStream: AnyObject, Sendable {
  /// Reads up to `buffer.count` bytes; blocks until there is at least one.
  ///
  /// - Returns: how many were read; 0 at the end.
  /// - Throws: ``PlayerError``; the same again when called again. After ``cancel()``, any.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int

  /// Goes to an absolute byte offset.
  ///
  /// - Throws: ``PlayerError`` where the stream cannot seek, or not there.
  func seek(to offset: Int64) throws(PlayerError)

  /// Whether ``seek(to:)`` can work at all. May block until known.
  var isSeekable: Bool { get }

  /// The length in bytes; `nil` where unknown. May block until known.
  var size: Int64? { get }

  /// Makes blocked and later reads return soon. Any thread; repeated calls do nothing.
  func cancel()

  /// Ends the stream. Called once, when no read is under way.
  func close()
}
