import Dispatch
import PlayerKit
import PlayerKitSystem

/// A disk cache for media from HTTP.
///
/// An engine with a cache plays a track for the second time from the disk, without a request.
/// Everything played is cached, and only missing bytes are requested.
///
/// - What is cached: media with a ``PlayerKit/MediaSource/cacheKey`` whose source allows it
///   (``PlayerKit/MediaSource/allowsCaching``), and whose server states a length and a version
///   (`ETag` or `Last-Modified`) without `no-store` or `no-cache`. Live streams, HLS, playlists and
///   compressed responses are not cached.
/// - When a server is asked again: after the time that it stated (`max-age`), or after a day.
///   Meanwhile the track plays from the disk; if it has changed, the next playback loads it again.
/// - What is removed: if space is needed, the least recently played media. Media that plays now
///   stays, and so does media that ``keep(_:by:reach:networkTimeout:onProgress:)`` downloaded.
///
/// Several engines and processes may use one folder at once. If a process crashes or a file is
/// damaged, playback still has the bytes that the server sent: each block has a checksum, and a
/// damaged block is fetched again. If nothing can be cached, tracks play from the network.
///
/// Only the owner can read the folder (0700, files 0600). For cached media, no address is stored:
/// files are named by digests, which can only confirm a guess. For kept tracks, the track itself is
/// stored: see ``keptTracks(in:)``. Callable from any thread; methods may wait for the disk.
public final class MediaCache: Sendable {
  /// The folder, which is created if needed. The files are in its subfolder `media-1`.
  public let folder: String
  /// The maximum size of the files on the disk, in bytes. A playing track counts with its full
  /// size. A track larger than half of the limit, or than 64 GiB, is not cached.
  public let limit: Int64

  let files: CacheFolder
  /// The queue on which servers' responses are recorded.
  let queue = DispatchQueue(label: "PlayerKit.MediaCache")
  /// The names of files whose servers are being asked for their version.
  let asked = Locked<Set<String>>([])

  /// Creates a cache. Nothing is opened or created before the first playback.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - limit: The limit in bytes. Negative values count as 0.
  public init(folder: String, limit: Int64) {
    self.folder = folder
    self.limit = max(limit, 0)
    files = CacheFolder(path: folder.isEmpty ? "." : folder, limit: self.limit)
  }

  /// The space that the cache uses.
  public struct Usage: Sendable, Hashable {
    /// The bytes that the files take on the disk.
    public var bytes: Int64 = 0
    /// The bytes of kept files among them.
    public var keptBytes: Int64 = 0
    /// The number of tracks, complete or partial.
    public var count = 0
    /// The number of kept tracks among them.
    public var keptCount = 0

    /// Creates the usage of an empty cache.
    public init() {}
  }

  /// Returns the current usage; zero if the folder is missing or can't be read.
  public func usage() -> Usage { files.usage() ?? Usage() }

  /// Removes all media except tracks that play now.
  ///
  /// - Parameter includingKept: Whether kept tracks are removed too.
  public func removeAll(includingKept: Bool = false) {
    files.removeAll(includingKept: includingKept)
  }
}
