import Dispatch
import PlayerKitSystem
import PlayerKit

/// Keeps media that came over http on disk, so that it need not come again.
///
/// An engine that is given one plays a track for the second time from the disk, without a request.
/// What was heard of a track is kept, and only what is missing is asked for.
///
/// - What is kept: media that a ``PlayerKit/MediaSource`` names by ``PlayerKit/MediaSource/cacheKey``
///   and ``PlayerKit/MediaSource/allowsCaching`` allows, whose server tells its length and its version
///   (`ETag` or `Last-Modified`), and does not say `no-store` or `no-cache`. Live streams, HLS,
///   playlists and what comes compressed are not kept.
/// - When a server is asked: when the time is over that it stated (`max-age`), or after a day. The
///   track plays from the disk meanwhile, and anew the next time if it has changed.
/// - What goes: where there is no room, what was played least recently. What is played now stays, and
///   so does what ``keep(_:by:reach:networkTimeout:onProgress:)`` has brought.
///
/// Several engines, and several processes, may use one folder at once. Whatever happens to a process, or
/// to the files by accident, what is played is what the server has sent: each block of a file has a
/// checksum, and what does not pass is fetched again. Where nothing can be kept, tracks play from the
/// network as if there were no cache.
///
/// The folder is readable by its owner alone (0700, files 0600). No address is written down of what
/// is only cached: files are named by digests, which tell whether a guess is right. Of a kept track it is, as in a
/// store: see ``keptTracks(in:)``. Threads: any; methods may wait for the disk.
public final class MediaCache: Sendable {
  /// The folder, which is made where it is missing. The files lie in a folder `media-1` in it.
  public let folder: String
  /// How many bytes the files may take on the disk. A track that is played counts as a whole, whatever
  /// of it is there yet; one that is larger than half of this, or than 64 GiB, is not kept.
  public let limit: Int64

  let files: CacheFolder
  /// Where answers of servers are written down.
  let queue = DispatchQueue(label: "PlayerKit.MediaCache")
  /// Whose servers are being asked whether they have the same still.
  let asked = Locked<Set<String>>([])

  /// Makes a cache. Nothing is opened, or made, before something is played.
  ///
  /// - Parameters:
  ///   - folder: A path.
  ///   - limit: In bytes; less than nothing is nothing.
  public init(folder: String, limit: Int64) {
    self.folder = folder
    self.limit = max(limit, 0)
    files = CacheFolder(path: folder.isEmpty ? "." : folder, limit: self.limit)
  }

  /// How much is there.
  public struct Usage: Sendable, Hashable {
    /// What the files take on the disk.
    public var bytes: Int64 = 0
    /// What of it is kept until it is released.
    public var keptBytes: Int64 = 0
    /// How many tracks there are, whole or in part.
    public var count = 0
    /// How many of them are kept.
    public var keptCount = 0

    /// Makes one of an empty cache.
    public init() {}
  }

  /// How much is there now; an empty one where the folder is missing or can't be read.
  public func usage() -> Usage { files.usage() ?? Usage() }

  /// Removes everything that is not played now.
  ///
  /// - Parameter includingKept: Whether what is kept goes too.
  public func removeAll(includingKept: Bool = false) {
    files.removeAll(includingKept: includingKept)
  }
}
