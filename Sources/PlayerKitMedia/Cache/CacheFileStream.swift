import PlayerKit
import PlayerKitSystem

/// Opens streams of a completely cached file whose address is unknown now.
struct CacheFileSource: RetainingByteSource {
  let file: CacheFile

  var bytesAtHand: Int64? { nil }

  func makeStream() -> any ByteStream {
    file.wasUsed()
    return CacheFileStream(file)
  }
}

/// Reads from a cache file alone.
final class CacheFileStream: ByteStream {
  private struct State {
    var position: Int64 = 0
    var reader = BlockReader()
  }

  private let file: CacheFile
  private let state = Locked(State())

  init(_ file: CacheFile) {
    self.file = file
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let count = state.withLock { state -> Int? in
      guard state.position < file.version.total, !buffer.isEmpty else { return 0 }
      let count = state.reader.copy(of: file, from: state.position, into: buffer)
      state.position += Int64(count)
      return count > 0 ? count : nil
    }
    guard let count else { throw Self.damaged }
    return count
  }

  func seek(to offset: Int64) { state.withLock { $0.position = max(offset, 0) } }
  var isSeekable: Bool { true }
  var size: Int64? { file.version.total }
  func cancel() {}
  func close() {}

  private static let damaged = PlayerError(
    .interrupted,
    "Something of the media is damaged on the disk, and its address is not known."
  )
}
