import PlayerKit

/// A stream that can open others of the same bytes.
package protocol BranchingStream: ByteStream {
  /// Opens another stream of the same bytes. It requests only what is sought and read, and both can
  /// be read at the same time.
  ///
  /// Callable from any thread, after the first bytes were read.
  ///
  /// - Returns: `nil` if the bytes can't be requested in parts and are not complete yet.
  func branch(_ limits: HTTPReader.Limits) -> (any ByteStream)?

  /// Returns whether the bytes from the reader's offset up to another one were received, so that
  /// reading them waits for nothing.
  func hasReceived(until end: Int64) -> Bool

  /// Whether the media changed on the server, so that the rest of it can't be read.
  var hasChanged: Bool { get }

  /// Called before bytes are read only to examine them. A cache does not write them yet.
  func beginExamining()

  /// Called before bytes are read for playback. A second call has no effect.
  ///
  /// - Parameter isKept: whether a cache may write the examined bytes.
  func endExamining(isKept: Bool)
}

extension BranchingStream {
  package func beginExamining() {}
  package func endExamining(isKept: Bool) {}
}

extension HTTPReader.Limits {
  /// Limits for the end of media, which is examined while the beginning is read.
  static let examinedEnd: HTTPReader.Limits = {
    var limits = HTTPReader.Limits(firstWindow: 128 << 10)
    limits.maximumRequests = 5
    // What comes before a tag is looked at as well.
    limits.runUp = 8 << 10
    return limits.aside()
  }()

  /// Limits for a few places in media.
  static let samples: HTTPReader.Limits = {
    var limits = HTTPReader.Limits(firstWindow: 16 << 10)
    limits.maximumRequests = 16
    return limits.aside()
  }()

  /// Limits for media whose length is counted.
  static let counted: HTTPReader.Limits = {
    var limits = HTTPReader.Limits()
    limits.maximumBytes = RemoteMedia.maxCounted
    limits.maximumRequests = 200
    return limits.aside()
  }()

  /// Returns the limits for bytes that are read beside those that play.
  private func aside() -> HTTPReader.Limits {
    var limits = self
    limits.look = .max
    limits.isHeard = false
    limits.pauses = [.milliseconds(500)]
    return limits
  }
}
