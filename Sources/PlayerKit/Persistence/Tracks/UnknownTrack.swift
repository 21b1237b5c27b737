/// A stored track that currently cannot be decoded: its type is not registered or could not read
/// the data.
///
/// It keeps its place in the queue, can be displayed, and is stored again unchanged, so nothing is
/// lost until its type is back. No player plays it: when reached, it fails as
/// ``PlayerError/Code/noPlayer``, with a message that names the type.
public struct UnknownTrack: Track, Hashable {
  /// The stored track.
  public let stored: StoredTrack
  private let isRegistered: Bool

  /// Creates an unknown track from a stored one.
  public init(_ stored: StoredTrack) {
    self.init(stored, isRegistered: false)
  }

  /// - Parameter isRegistered: Whether its type is registered but could not read it.
  init(_ stored: StoredTrack, isRegistered: Bool) {
    self.stored = stored
    self.isRegistered = isRegistered
  }

  /// The error if the track is reached.
  var error: PlayerError {
    let reason =
      isRegistered
      ? "Its type could not read what was stored."
      : "Its type is not registered. Add it to the TrackRegistry that restores the queue."
    let message = "A stored track of type “\(stored.type)” can't be played. \(reason)"
    return PlayerError(.noPlayer, message)
  }

  /// The id of the stored track.
  public var id: String { stored.id }
  /// The metadata to display, as stored.
  public var metadata: TrackMetadata { stored.metadata }
  /// None.
  public var playerTypes: [PlayerType] { [] }
}
