import Locking

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
  private let descriptor: Int32
  private let limit: Int64
  private let length = Locked<Int64>(0)

  /// - Parameter limit: how many bytes it takes.
  /// - Returns: `nil` where none can be made.
  init?(atMost limit: Int64) {
    self.limit = limit
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/playerkit.XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  /// How many bytes there are.
  var count: Int64 { length.withLock { $0 } }

  /// Writes at the end.
  ///
  /// - Returns: whether all of it was written; if not, nothing is there of it.
  func append(_ data: Data, at offset: Int64) -> Bool {
    length.withLock { length in
      guard offset == length, offset + Int64(data.count) <= limit, write(data, at: offset) else {
        return false
      }
      length += Int64(data.count)
      return true
    }
  }

  private func write(_ data: Data, at offset: Int64) -> Bool {
    data.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// - Returns: how many bytes were read.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      return max(count, 0)
    }
  }
}
