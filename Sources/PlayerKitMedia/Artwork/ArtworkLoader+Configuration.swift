import PlayerKit
import PlayerKitSystem

extension ArtworkLoader {
  /// The configuration of a loader.
  public struct Configuration: Sendable {
    /// The addresses that pictures may come from. Addresses from services and playlists are
    /// untrusted, so the default allows only public ones. An ``PlayerKit/ArtworkSource`` states the
    /// reach of its own pictures.
    public var reach: MediaSource.Reach
    /// How many bytes of pictures are kept in memory; 0 for none.
    public var memoryLimit: Int
    /// The disk cache for pictures from HTTP; `nil` for none. They share the space and rules of the
    /// media in this cache: nothing is kept if the server forbids it.
    public var cache: MediaCache?
    /// How long a server may be silent.
    public var networkTimeout: Duration
    /// The total time limit for reading one picture.
    public var timeLimit: Duration
    /// How long an ``PlayerKit/ArtworkSource`` may take to locate a picture.
    public var searchTimeLimit: Duration
    /// The maximum number of bytes of a picture.
    public var largestPicture: Int
    /// The maximum number of pixels of a picture: displaying it needs memory for each.
    public var maximumPixels: Int
    /// The maximum number of pictures read at once. Others wait.
    public var maximumAtOnce: Int

    /// Creates a configuration. Invalid values count as the nearest valid ones.
    public init(
      reach: MediaSource.Reach = .publicAlone,
      memoryLimit: Int = 32 << 20,
      cache: MediaCache? = nil,
      networkTimeout: Duration = .seconds(10),
      timeLimit: Duration = .seconds(60),
      searchTimeLimit: Duration = .seconds(30),
      largestPicture: Int = 20 << 20,
      maximumPixels: Int = 100_000_000,
      maximumAtOnce: Int = 6
    ) {
      self.reach = reach
      self.memoryLimit = memoryLimit
      self.cache = cache
      self.networkTimeout = networkTimeout
      self.timeLimit = timeLimit
      self.searchTimeLimit = searchTimeLimit
      self.largestPicture = largestPicture
      self.maximumPixels = maximumPixels
      self.maximumAtOnce = maximumAtOnce
    }
  }
}
