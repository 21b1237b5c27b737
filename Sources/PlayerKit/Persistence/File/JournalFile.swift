import Dispatch
import PlayerKitSystem

/// An open file with an exclusive lock. It belongs to one owner and must not be used on several
/// threads.
package final class JournalFile {
  private let descriptor: Int32
  /// The path, with links resolved.
  package private(set) var path: String

  /// Opens the file at a path, and creates an empty one if it does not exist.
  package init(path: String) throws(QueueStoreError) {
    // The writer may replace the file between opening and locking.
    for _ in 0..<8 {
      if let descriptor = try Self.openAndLock(path) {
        self.descriptor = descriptor
        self.path = Self.resolved(path)
        return
      }
    }
    throw QueueStoreError(.locked, "\(path): it changes all the time.")
  }

  /// Creates a file next to another one, to replace it.
  package init(beside other: JournalFile) throws(QueueStoreError) {
    path = other.path + ".new"
    // A leftover of an earlier attempt is not reused, because others might have it open.
    unlink(path)
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw QueueStoreError(errno: errno, path: path) }
    // No one else has it, because a writer holds the lock of the other file.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw QueueStoreError(errno: errno, path: path)
    }
  }

  deinit {
    close(descriptor)
  }

  private static func openAndLock(_ path: String) throws(QueueStoreError) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw QueueStoreError(errno: errno, path: path) }
    var opened = stat()
    var isKept = false
    defer { if !isKept { close(descriptor) } }
    guard fstat(descriptor, &opened) == 0 else { throw QueueStoreError(errno: errno, path: path) }
    guard opened.st_mode & S_IFMT == S_IFREG else {
      throw QueueStoreError(.notAQueue, "\(path): this is not a regular file. Name another one.")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw QueueStoreError(.locked, "\(path): another process, or store, has it.")
    }
    guard FileIdentity(path: path) == FileIdentity(opened) else { return nil }
    isKept = true
    return descriptor
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

extension JournalFile {
  /// Returns the whole contents.
  package func contents() throws(QueueStoreError) -> Data {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      guard count > 0 else { return contents }
      contents.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes bytes at an offset.
  package func write(_ bytes: Data, at offset: Int) throws(QueueStoreError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.dropFirst(written)
      let count = rest.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      written += count
    }
  }

  /// Truncates the file.
  package func truncate(to length: Int) throws(QueueStoreError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw failure() }
  }

  /// Waits until the contents are on the disk.
  package func synchronize() throws(QueueStoreError) {
    #if canImport(Darwin)
      // On Darwin, `fsync` waits only until the disk has the data in its own cache. Not all file
      // systems support more.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Restricts the file to its owner, because addresses in the queue may contain secrets. Has no
  /// effect on another user's file.
  package func makePrivate() {
    fchmod(descriptor, 0o600)
  }

  /// Whether the file is still at the path where it was opened.
  package var isInPlace: Bool {
    var opened = stat()
    return fstat(descriptor, &opened) == 0 && FileIdentity(path: path) == FileIdentity(opened)
  }

  /// Replaces another file atomically.
  package func replace(_ other: JournalFile) throws(QueueStoreError) {
    try replace(fileAt: other.path)
  }

  /// Replaces the file at a path atomically.
  package func replace(fileAt place: String) throws(QueueStoreError) {
    guard rename(path, place) == 0 else { throw failure() }
    path = place
    // The folder's entry must reach the disk, too.
    let folder = open(place.folderOfPath, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Deletes the file.
  package func discard() {
    unlink(path)
  }

  private func failure() -> QueueStoreError {
    QueueStoreError(errno: errno, path: path)
  }
}

/// Distinguishes a file from another one of the same name.
package struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the file at a path; `nil` if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Runs a store that waits for the disk, off the shared threads.
package final class StoreExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
