/// Files and folders that only their owner can read. They have these permissions from the moment
/// they exist, whatever the umask of the process is.
package enum PrivateFiles {
  /// Creates a folder (mode 0700) and its missing parents. Existing folders are not changed.
  ///
  /// - Returns: Whether there is a folder at the path.
  @discardableResult
  package static func makeFolder(_ path: String) -> Bool {
    let ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex } + [path.endIndex]
    for end in ends { mkdir(String(path[..<end]), 0o700) }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Replaces the file at a path atomically by a new one (mode 0600), and waits for the disk. If
  /// this fails, the old file is unchanged.
  package static func replace(_ path: String, with contents: [UInt8]) throws(SystemError) {
    let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let fresh = "\(path[..<name]).\(path[name...]).\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError.last }
    do throws(SystemError) {
      defer { close(descriptor) }
      var rest = contents[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 || errno == EINTR else { throw SystemError.last }
        rest = rest.dropFirst(max(count, 0))
      }
      // After a crash, the name must not refer to an empty file.
      guard fsync(descriptor) == 0, rename(fresh, path) == 0 else { throw SystemError.last }
    } catch {
      unlink(fresh)
      throw error
    }
  }
}
