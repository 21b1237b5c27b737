import PlayerKitSystem

/// An open file, closed when it is released. Its locks end with it, and with the process, however
/// that ends.
///
/// Callable from any thread.
package final class OpenFile: Sendable {
  let descriptor: Int32

  /// Opens a file by its path, relative to `folder` if given; `nil` on failure. Never blocks and
  /// follows no link.
  package init?(_ path: String, in folder: OpenFile? = nil, _ flags: Int32, mode: mode_t = 0o600) {
    let all = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var opened: Int32
    repeat {
      opened = openat(folder?.descriptor ?? AT_FDCWD, path, all, mode)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  /// Takes ownership of an open descriptor.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The system's status of the file.
  var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Whether it is a regular file of this user that still has a name.
  package var isOrdinary: Bool {
    guard let status else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink > 0
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    move(buffer.count) { done in
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      return pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
    }
  }

  /// - Returns: whether all bytes were written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
    let count = move(bytes.count) { done in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
    }
    return count == bytes.count
  }

  /// Transfers bytes until all are done or the system transfers none.
  private func move(_ count: Int, _ step: (_ done: Int) -> Int) -> Int {
    var done = 0
    while done < count {
      let moved = step(done)
      if moved < 0, errno == EINTR { continue }
      guard moved > 0 else { break }
      done += moved
    }
    return done
  }

  package func write(_ bytes: [UInt8], at offset: Int64) -> Bool {
    bytes.withUnsafeBytes { write($0, at: offset) }
  }

  package func bytes(at offset: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Takes a shared lock for reading and writing. Waits briefly if another process is about to
  /// remove the file, but not long: a stopped process that holds a lock must not block others.
  func share() -> Bool { lock(LOCK_SH, tries: 100) }

  /// Takes an exclusive lock; waits for other holders for at most this time.
  func waitForAll(atMost milliseconds: Int) -> Bool { lock(LOCK_EX, tries: milliseconds) }

  /// Takes an exclusive lock if there is no other holder.
  func takeAlone() -> Bool { lock(LOCK_EX, tries: 1) }

  /// - Parameter tries: the number of attempts, one per millisecond.
  private func lock(_ kind: Int32, tries: Int) -> Bool {
    for number in 0..<tries {
      if number > 0 { usleep(1_000) }
      if flock(descriptor, kind | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
    }
    return false
  }

  /// Waits until the file is on the disk.
  func synchronize() -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}

extension stat {
  /// The time of the last use, in nanoseconds.
  var lastUse: Int64 {
    let time = st_mtimespec
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The space used on the disk, in bytes.
  var allocated: Int64 { Int64(st_blocks) * 512 }

  func isSameFile(as other: stat) -> Bool {
    st_dev == other.st_dev && st_ino == other.st_ino
  }
}
