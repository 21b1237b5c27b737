/// A track that a ``QueueStore`` can store.
///
/// The output of `encode(to:)` stays on disk, perhaps for years. It must not contain a token, a
/// key, a header, or a signed address that expires. Missing data is requested again when the track
/// is reached.
public protocol StorableTrack: Track, Codable {
  /// The permanent name of the type in stores, by which stored tracks are found even if the Swift
  /// type is renamed. ``TrackRegistry`` has one type for each name.
  static var storedType: String { get }

  /// The value that a store shows as the track's ``Track/id`` if the type is unknown; by default,
  /// the id itself.
  var storedID: String { get }
}

extension StorableTrack {
  /// The id.
  public var storedID: String { id }
}
