/// A track that a ``QueueStore`` can keep.
///
/// What `encode(to:)` writes stays on disk, perhaps for years: no token, no key, no header, and no
/// address that is signed and expires belongs into it. What is missing is asked for again when the
/// track's turn comes.
public protocol StorableTrack: Track, Codable {
  /// Names the type in stores, for ever: a stored track is found again by it, whatever the Swift
  /// type is called by then. ``TrackRegistry`` has one type for each name.
  static var storedType: String { get }

  /// What a store shows as the track's ``Track/id`` where the type is not known; the id itself by
  /// default.
  var storedID: String { get }
}

extension StorableTrack {
  /// The id.
  public var storedID: String { id }
}
