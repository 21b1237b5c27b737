extension Spotify {
  /// What plays, and what comes next: about 20 items.
  public struct Queue: Codable, Hashable, Sendable {
    /// What plays.
    public var playing: Playable?
    /// What comes next.
    public var next: TolerantList<Playable>?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case playing = "currently_playing"
      case next = "queue"
    }
  }
}
