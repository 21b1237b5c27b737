import PlayerKitSystem
import PlayerKit

extension ArtworkLoader {
  /// How a loader is set up.
  public struct Configuration: Sendable {
    /// Which addresses of pictures may be connected to. What services and playlists name is the word of
    /// strangers: so public ones alone, unless an app knows better. An ``PlayerKit/ArtworkSource`` says
    /// by itself how far its pictures reach.
    public var reach: MediaSource.Reach
    /// How many bytes of pictures are held in memory; 0: none.
    public var memoryLimit: Int
    /// Where pictures that came over http are kept on disk; `nil`: nowhere. They take their room beside
    /// the media of this cache, by the same rules: what the server forbids is not kept.
    public var cache: MediaCache?
    /// How long a server may be silent.
    public var networkTimeout: Duration
    /// How long the reading of one picture may take in all.
    public var timeLimit: Duration
    /// How long an ``PlayerKit/ArtworkSource`` may take to say where a picture is.
    public var searchTimeLimit: Duration
    /// How many bytes a picture may have.
    public var largestPicture: Int
    /// How many pixels a picture may have: who shows it needs some bytes for each of them.
    public var mostPixels: Int
    /// How many pictures are read at once. Others wait for their turn.
    public var mostAtOnce: Int

    /// Makes a configuration. What makes no sense is taken as the nearest that does.
    public init(
      reach: MediaSource.Reach = .publicAlone,
      memoryLimit: Int = 32 << 20,
      cache: MediaCache? = nil,
      networkTimeout: Duration = .seconds(10),
      timeLimit: Duration = .seconds(60),
      searchTimeLimit: Duration = .seconds(30),
      largestPicture: Int = 20 << 20,
      mostPixels: Int = 100_000_000,
      mostAtOnce: Int = 6
    ) {
      self.reach = reach
      self.memoryLimit = memoryLimit
      self.cache = cache
      self.networkTimeout = networkTimeout
      self.timeLimit = timeLimit
      self.searchTimeLimit = searchTimeLimit
      self.largestPicture = largestPicture
      self.mostPixels = mostPixels
      self.mostAtOnce = mostAtOnce
    }
  }
}
