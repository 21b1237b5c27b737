#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A track as a store keeps it.
public struct StoredTrack: Sendable, Hashable, Codable {
  /// The stable name of its type; see ``StorableTrack/storedType``.
  public let type: String
  /// The ``Track/id``, readable without knowing the type.
  public let id: String
  /// What to show of it, readable without knowing the type.
  public let metadata: TrackMetadata
  /// What its type made of it: JSON, for types that a ``TrackRegistry`` encodes.
  public let data: Data

  /// Makes one of its parts, as a store reads them.
  public init(type: String, id: String, metadata: TrackMetadata, data: Data) {
    self.type = type
    self.id = id
    self.metadata = metadata
    self.data = data
  }
}
