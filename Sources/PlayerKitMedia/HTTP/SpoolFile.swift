import PlayerKitSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of the system's temporary folder that has no name: it is nobody else's, and gone when the
/// last one who holds it is, or the process.
///
/// Threads: any.
final class SpoolFile: Sendable {
  private let file: OpenFile
  private let limit: Int64
  private let length = Locked<Int64>(0)

  /// - Parameter limit: how many bytes it takes.
  /// - Returns: `nil` where none can be made.
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

  /// How many bytes there are.
  var count: Int64 { length.withLock { $0 } }

  /// Writes at the end.
  ///
  /// - Returns: whether all of it was written; if not, nothing is there of it.
  func append(_ data: Data, at offset: Int64) -> Bool {
    length.withLock { length in
      guard offset == length, offset + Int64(data.count) <= limit,
        data.withUnsafeBytes({ file.write($0, at: offset) })
      else { return false }
      length += Int64(data.count)
      return true
    }
  }

  /// - Returns: how many bytes were read.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    file.read(at: offset, into: buffer)
  }
}
