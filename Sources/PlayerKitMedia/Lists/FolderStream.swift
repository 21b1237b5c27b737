import PlayerKit
import PlayerKitPlaylists
import Synchronization

/// A folder opened as a file: reading fails with an expansion to its audio files.
final class FolderStream: ByteStream {
  private let path: String
  private let tags: ListSettings.Tags?
  private let isCancelled = Atomic(false)

  /// Returns a source for a local file or a folder.
  static func source(orFile path: String, tags: ListSettings.Tags?) -> ClosureByteSource {
    ClosureByteSource {
      AudioFolder.isFolder(path) == true
        ? FolderStream(path: path, tags: tags) as any ByteStream : FileByteStream(path: path)
    }
  }

  init(path: String, tags: ListSettings.Tags? = nil) {
    self.path = path
    self.tags = tags
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let items = try AudioFolder(path: path).items(tags: tags) {
      isCancelled.load(ordering: .relaxed)
    }
    guard let expansion = TrackExpansion(items) else { return 0 }
    throw PlayerError(expansion)
  }

  func seek(to offset: Int64) {}
  var isSeekable: Bool { false }
  var size: Int64? { nil }
  func cancel() { isCancelled.store(true, ordering: .relaxed) }
  func close() {}
}
