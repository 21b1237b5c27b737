/// The items that a track stands for, such as a playlist, a folder or a feed.
///
/// A ``MediaResolver`` may throw it. A player then fails with ``PlayerError/Code/list``; a queue
/// replaces the entry with the items and plays on.
public struct TrackExpansion: Error, Sendable {
  /// The items that the track stands for, in order; never empty.
  public let items: [QueueItem]

  /// Creates an expansion; returns `nil` if there are no items.
  public init?(_ items: [QueueItem]) {
    guard !items.isEmpty else { return nil }
    self.items = items
  }
}

extension PlayerError {
  /// Creates the error for a track that stands for several.
  public init(_ expansion: TrackExpansion) {
    self.init(.list, "This stands for several tracks.", underlying: expansion)
  }

  /// The items of an error with the code ``Code/list``.
  ///
  /// A ``QueuePlayer`` plays them by itself. With a lone ``Player``, the app may choose among them.
  public var expansion: TrackExpansion? { underlying as? TrackExpansion }
}
