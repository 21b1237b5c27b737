import PlayerKit

/// A track identified only by its name.
///
/// To store a queue of such tracks, add `FakeTrack.self` to the registry.
public struct FakeTrack: StorableTrack, Hashable {
  /// The name of the type in stores.
  public static var storedType: String { "playerkit.testing.fake" }

  /// The name of the track in a ``FakePlayer``'s script.
  public let id: String
  /// The metadata. The title defaults to the `id`.
  public let metadata: TrackMetadata
  /// The players that can play the track, the preferred one first.
  public let playerTypes: [PlayerType]

  /// Makes a track.
  public init(
    _ id: String,
    title: String? = nil,
    artist: String? = nil,
    duration: Duration? = nil,
    playerTypes: [PlayerType] = [.url]
  ) {
    self.id = id
    self.playerTypes = playerTypes
    metadata = TrackMetadata(title: title ?? id, artist: artist, duration: duration)
  }
}

extension FakeTrack: ExpressibleByStringLiteral {
  /// Makes a track with this `id`, for players of plain URLs.
  public init(stringLiteral id: String) {
    self.init(id)
  }
}
