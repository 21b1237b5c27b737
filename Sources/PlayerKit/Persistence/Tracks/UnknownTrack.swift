/// A stored track that cannot be read at present: its type is not in the registry, or did not take
/// what was stored.
///
/// It keeps its place in the queue, can be shown, and is stored again unchanged, so that nothing is
/// lost until its type is back. No player plays it: reached, it fails as
/// ``PlayerError/Code/noPlayer``.
public struct UnknownTrack: Track, Hashable {
  /// What the store has of it.
  public let stored: StoredTrack

  /// Makes one of what a store has.
  public init(_ stored: StoredTrack) {
    self.stored = stored
  }

  /// The id that the track had.
  public var id: String { stored.id }
  /// What to show, as it was when it was stored.
  public var metadata: TrackMetadata { stored.metadata }
  /// None.
  public var playerTypes: [PlayerType] { [] }
}
