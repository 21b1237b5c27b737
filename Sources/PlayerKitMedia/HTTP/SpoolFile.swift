import PlayerKitSystem

/// A temporary file without a name: no other process can open it, and it is removed when it is
/// released or the process ends.
///
/// Callable from any thread.
final class SpoolFile: Sendable {
  private let file: OpenFile
  private let limit: Int64
  private let length = Locked<Int64>(0)

  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: `nil` if the file can't be created.
  init?(atMost limit: Int64) {
    self.limit = limit
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/playerkit.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = OpenFile(owning: descriptor)
  }

  /// The number of bytes.
  var count: Int64 { length.withLock { $0 } }

  /// Appends data.
  ///
  /// - Returns: whether all bytes were written. If not, none count.
  func append(_ data: Data, at offset: Int64) -> Bool {
    length.withLock { length in
      guard offset == length, offset + Int64(data.count) <= limit,
        data.withUnsafeBytes({ file.write($0, at: offset) })
      else { return false }
      length += Int64(data.count)
      return true
    }
  }

  /// - Returns: the number of bytes read.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    file.read(at: offset, into: buffer)
  }
}
