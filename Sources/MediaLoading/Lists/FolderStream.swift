import PlayerKit
import PlayerKitPlaylists

/// A folder in the place of a file: it fails with its audio files.
final class FolderStream: ByteStream {
  private let path: String

  /// What opens a local file, or a folder in its place.
  static func source(orFile path: String) -> ClosureByteSource {
    ClosureByteSource {
      AudioFolder.isFolder(path) == true
        ? FolderStream(path: path) as any ByteStream : FileByteStream(path: path)
    }
  }

  init(path: String) {
    self.path = path
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    guard let expansion = TrackExpansion(try AudioFolder(path: path).items()) else { return 0 }
    throw PlayerError(expansion)
  }

  func seek(to offset: Int64) {}
  var isSeekable: Bool { false }
  var size: Int64? { nil }
  func cancel() {}
  func close() {}
}
