#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is open, and closed when nobody holds it any more. Its locks go with it, and with the
/// process, however that ends.
///
/// Threads: any.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// Opens what lies at a path, from `folder` on where one is given; `nil` where that can't be done.
  /// Never waits for anybody, and follows no link.
  init?(_ path: String, in folder: OpenFile? = nil, _ flags: Int32, mode: mode_t = 0o600) {
    let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var opened: Int32
    repeat {
      opened = openat(folder?.descriptor ?? AT_FDCWD, path, all, mode)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  deinit {
    close(descriptor)
  }

  /// What the system knows of it.
  var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Whether it is an ordinary file of this user that has a name.
  var isOrdinary: Bool {
    guard let status else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink > 0
  }

  /// Reads until the buffer is full, or the file ends.
  ///
  /// - Returns: how many bytes were read.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// - Returns: whether all of it was written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  func write(_ bytes: [UInt8], at offset: Int64) -> Bool {
    bytes.withUnsafeBytes { write($0, at: offset) }
  }

  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Locks it for those who read and write it; waits while somebody is about to remove it.
  func share() -> Bool { lock(LOCK_SH) }

  /// Locks it for this holder alone, and waits for the others.
  func waitForAll() -> Bool { lock(LOCK_EX) }

  /// Locks it for this holder alone, unless anybody has it.
  func takeAlone() -> Bool { lock(LOCK_EX | LOCK_NB) }

  private func lock(_ kind: Int32) -> Bool {
    while true {
      if flock(descriptor, kind) == 0 { return true }
      guard errno == EINTR else { return false }
    }
  }

  /// Waits until it is on the disk.
  func synchronize() -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}

extension stat {
  /// When it was last used, in nanoseconds.
  var lastUse: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What it takes of the disk.
  var allocated: Int64 { Int64(st_blocks) * 512 }

  func isSameFile(as other: stat) -> Bool {
    st_dev == other.st_dev && st_ino == other.st_ino
  }
}
