/// What a track turned out to be that stands for several: a playlist, a folder, a feed.
///
/// A ``MediaResolver`` may throw it as it is. A player fails with it as ``PlayerError/Code/list``; a
/// queue puts the items in the place of the entry, and plays on.
public struct TrackExpansion: Error, Sendable {
  /// What the track stands for, in order; never empty.
  public let items: [QueueItem]

  /// Makes an expansion; `nil` where there is nothing to put in the track's place.
  public init?(_ items: [QueueItem]) {
    guard !items.isEmpty else { return nil }
    self.items = items
  }
}

extension PlayerError {
  /// The error of a track that stands for several.
  public init(_ expansion: TrackExpansion) {
    self.init(.list, "This stands for several tracks.", underlying: expansion)
  }

  /// What the track stands for, of an error with the code ``Code/list``.
  ///
  /// A ``QueuePlayer`` plays that by itself. For a lone ``Player`` the app may choose among the items.
  public var expansion: TrackExpansion? { underlying as? TrackExpansion }
}
