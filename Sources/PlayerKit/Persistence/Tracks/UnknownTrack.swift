/// A stored track that cannot be read at present: its type is not in the registry, or did not take
/// what was stored.
///
/// It keeps its place in the queue, can be shown, and is stored again unchanged, so that nothing is
/// lost until its type is back. No player plays it: reached, it fails as
/// ``PlayerError/Code/noPlayer``, with a message that names the type.
public struct UnknownTrack: Track, Hashable {
  /// What the store has of it.
  public let stored: StoredTrack
  private let isRegistered: Bool

  /// Makes one of what a store has.
  public init(_ stored: StoredTrack) {
    self.init(stored, isRegistered: false)
  }

  /// - Parameter isRegistered: Whether its type is in the registry, and could not read it.
  init(_ stored: StoredTrack, isRegistered: Bool) {
    self.stored = stored
    self.isRegistered = isRegistered
  }

  /// Why nothing can play it.
  var error: PlayerError {
    let reason =
      isRegistered
      ? "Its type could not read what was stored."
      : "Its type is not registered. Add it to the TrackRegistry that restores the queue."
    let message = "A stored track of type “\(stored.type)” can't be played. \(reason)"
    return PlayerError(.noPlayer, message)
  }

  /// The id that the track had.
  public var id: String { stored.id }
  /// What to show, as it was when it was stored.
  public var metadata: TrackMetadata { stored.metadata }
  /// None.
  public var playerTypes: [PlayerType] { [] }
}
