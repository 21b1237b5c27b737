import PlayerKit

/// A stream of bytes that says something about itself along the way.
protocol TitledStream: ByteStream {
  /// What it said last, of what the reader has passed since the last call; `nil`: nothing new.
  ///
  /// A read never goes past the place of an announcement; so when it is passed, all bytes before it
  /// were read before.
  func takeMetadata() -> StreamMetadata?

  /// Whether it has no end, as far as that is known. Never blocks.
  var isLive: Bool { get }
}
