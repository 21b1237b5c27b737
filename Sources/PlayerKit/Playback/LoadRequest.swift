/// A request to a ``PlayerBackend`` to load a track.
public struct LoadRequest: Sendable {
  /// The identity of the load in all commands and reports.
  public let id: LoadID
  /// The track.
  public let track: any Track
  /// The part of the track to play; `nil` for the whole track. Positions, seeks and the duration
  /// count from its start.
  public let clip: Clip?
  /// The position where playback begins; below 0 counts as 0.
  public let position: Duration
  /// The speed of a preloaded track from its first sample on; `nil` if the speed of the settings
  /// stays. The same speed also comes with the settings once the load is audible, so a player may
  /// ignore it.
  public let rate: Double?
  /// Whether to play as soon as the track is ready. Ignored for a preloaded track.
  public let wantsToPlay: Bool
  /// How the track relates to its neighbors in the queue.
  public let album: AlbumContext

  /// Creates a request, with a new id by default.
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
