import PlayerKit

/// A track of which only the name matters.
///
/// A queue of such tracks can be stored, if `FakeTrack.self` is added to the registry.
public struct FakeTrack: StorableTrack, Hashable {
  /// The name of the type in stores.
  public static var storedType: String { "playerkit.testing.fake" }

  /// What a ``FakePlayer``'s script calls it.
  public let id: String
  /// What to show: the title, which is the `id` where none is given.
  public let metadata: TrackMetadata
  /// The players that can play it, the preferred first.
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
  /// Makes a track of this `id`, for players of plain URLs.
  public init(stringLiteral id: String) {
    self.init(id)
  }
}
