/// An entry of a queue as a store keeps it.
public struct StoredEntry: Sendable, Hashable, Codable, Identifiable {
  /// The number of the entry's identity.
  public let id: UInt64
  /// What is played there.
  public let track: StoredTrack
  /// The part of the track that is played; `nil`: all of it.
  public let clip: Clip?
  /// The playlist that it belongs to; `nil`: none.
  public let section: QueueSection?
  /// What the app keeps with it; `nil` for nothing.
  public let userInfo: [String: String]?
  /// Where playback begins when the queue comes to the entry; `nil`: at its start.
  public let startPosition: Duration?
  /// The speed at which it is played; `nil`: that of the queue.
  public let rate: Double?
  /// What was found in its media; `nil`: nothing, or nobody has looked.
  public let found: StoredFinding?

  /// Makes one of its parts, as a store reads them.
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
