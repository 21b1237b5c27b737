import PlayerKitSystem

/// A track in a store.
public struct StoredTrack: Sendable, Hashable, Codable {
  /// The stable name of the type; see ``StorableTrack/storedType``.
  public let type: String
  /// The ``Track/id``, readable without knowing the type.
  public let id: String
  /// The metadata to display, readable without knowing the type.
  public let metadata: TrackMetadata
  /// The encoded track: JSON, for types that a ``TrackRegistry`` encodes.
  public let data: Data

  /// Creates a track, as a store does when reading.
  public init(type: String, id: String, metadata: TrackMetadata, data: Data) {
    self.type = type
    self.id = id
    self.metadata = metadata
    self.data = data
  }
}
