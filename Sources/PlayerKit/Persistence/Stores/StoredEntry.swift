/// An entry of a queue in a store.
public struct StoredEntry: Sendable, Hashable, Codable, Identifiable {
  /// The number of the entry's identity.
  public let id: UInt64
  /// The track to play.
  public let track: StoredTrack
  /// The part of the track to play; `nil` for the whole track.
  public let clip: Clip?
  /// The playlist that the entry belongs to; `nil` if none.
  public let section: QueueSection?
  /// The app's data; `nil` if none.
  public let userInfo: [String: String]?
  /// The position where playback begins when the queue reaches the entry; `nil` for the beginning.
  public let startPosition: Duration?
  /// The speed of playback; `nil` for the queue's rate.
  public let rate: Double?
  /// The metadata found in its media; `nil` if none was found or the media was not inspected.
  public let found: StoredFinding?

  /// Creates an entry, as a store does when reading.
  public init(
    id: UInt64,
    track: StoredTrack,
    clip: Clip? = nil,
    section: QueueSection? = nil,
    userInfo: [String: String]? = nil,
    startPosition: Duration? = nil,
    rate: Double? = nil,
    found: StoredFinding? = nil
  ) {
    self.id = id
    self.track = track
    self.clip = clip
    self.section = section
    self.userInfo = userInfo
    self.startPosition = startPosition
    self.rate = rate
    self.found = found
  }
}
