/// What a ``PlayerBackend`` is to load.
public struct LoadRequest: Sendable {
  /// The identity of the attempt, in every command and report.
  public let id: LoadID
  /// The track.
  public let track: any Track
  /// The part of the track to play; `nil`: all of it. Positions, seeks and the duration count from
  /// its start.
  public let clip: Clip?
  /// Where playback begins; below 0 means 0.
  public let position: Duration
  /// The speed from the first sample on, for what is preloaded; `nil` if it stays what the settings
  /// say. The same speed comes with the settings once the load is heard, so a player may ignore it.
  public let rate: Double?
  /// Whether to play as soon as it is ready. Without meaning for what is preloaded.
  public let wantsToPlay: Bool
  /// How it stands to its neighbors in the queue.
  public let album: AlbumContext

  /// Makes a request; with a fresh id if none is given.
  public init(
    id: LoadID = .unique(),
    track: any Track,
    clip: Clip? = nil,
    position: Duration = .zero,
    rate: Double? = nil,
    wantsToPlay: Bool,
    album: AlbumContext = AlbumContext()
  ) {
    self.id = id
    self.track = track
    self.clip = clip
    self.position = max(.zero, position)
    self.rate = rate
    self.wantsToPlay = wantsToPlay
    self.album = album
  }
}
