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

/// A file that is open, and locked against everybody else. Of one owner; not for several threads.
package final class JournalFile {
  private let descriptor: Int32
  /// Where it lies, with links resolved.
  package private(set) var path: String

  /// Opens the file at a path, and makes an empty one where there is none.
  package init(path: String) throws(QueueStoreError) {
    // The file may be replaced by its writer between the opening and the locking.
    for _ in 0..<8 {
      if let descriptor = try Self.openAndLock(path) {
        self.descriptor = descriptor
        self.path = Self.resolved(path)
        return
      }
    }
    throw QueueStoreError(.locked, "\(path): it changes all the time.")
  }

  /// Makes a file beside another one, to take its place.
  package init(beside other: JournalFile) throws(QueueStoreError) {
    path = other.path + ".new"
    // What an earlier attempt left there is not used again: others might have it open.
    unlink(path)
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw QueueStoreError(errno: errno, path: path) }
    // Nobody else has it: whoever writes holds the other one.
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
      throw QueueStoreError(.notAQueue, "\(path): this is no ordinary file.")
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
  /// All of it.
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

  /// Writes bytes at a place.
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

  /// Cuts it off.
  package func truncate(to length: Int) throws(QueueStoreError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw failure() }
  }

  /// Waits until it is on the disk.
  package func synchronize() throws(QueueStoreError) {
    #if canImport(Darwin)
      // There `fsync` waits only until the disk has it in its own memory. Not all file systems know
      // more.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  /// Has only the owner read it: what is queued may have secrets in its addresses. No effect on a
  /// file of somebody else.
  package func makePrivate() {
    fchmod(descriptor, 0o600)
  }

  /// Whether it still lies where it was opened.
  var isInPlace: Bool {
    var opened = stat()
    return fstat(descriptor, &opened) == 0 && FileIdentity(path: path) == FileIdentity(opened)
  }

  /// Takes the place of another one, at once and whole.
  package func replace(_ other: JournalFile) throws(QueueStoreError) {
    guard rename(path, other.path) == 0 else { throw failure() }
    path = other.path
    // The folder, too, has to know before the disk does.
    let folder = open(other.path.folderOfPath, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Takes it away again.
  package func discard() {
    unlink(path)
  }

  private func failure() -> QueueStoreError {
    QueueStoreError(errno: errno, path: path)
  }
}
