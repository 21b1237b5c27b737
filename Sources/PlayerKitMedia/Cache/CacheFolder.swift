import PlayerKitSystem

/// The files of a cache: one per resource, named by the digest of its key. Age, size and use are
/// not stored separately; the system knows them.
///
/// Creating, replacing and removing files requires the folder's lock. Processes that share a folder
/// coordinate by file locks alone, which end with them. Callable from any thread.
struct CacheFolder: Sendable {
  /// The app's path; the files are in a folder for this format inside it.
  let path: String
  /// The maximum number of bytes of all files.
  let limit: Int64

  private static let name = "media-1"
  private static let lockName = "lock"
  static let unfinished = "new-"

  /// A key as a file name.
  struct Name: Sendable, Equatable {
    let digest: [UInt8]
    let text: String

    init(key: String) {
      digest = SHA256Digest.digest(of: key)
      text = Hexadecimal.text(digest)
    }
  }

  // MARK: Files

  /// Returns the file for a name; `nil` if there is no usable one.
  func find(_ name: Name) -> CacheFile? {
    open().flatMap { find(name, in: $0) }
  }

  private func find(_ name: Name, in folder: OpenFile) -> CacheFile? {
    // A file may be removed before it is locked; then there is none, or another one.
    for _ in 0..<4 {
      guard
        let file = OpenFile(name.text, in: folder, O_RDWR)
          ?? OpenFile(name.text, in: folder, O_RDONLY),
        file.share()
      else { return nil }
      guard file.isOrdinary else { continue }
      return CacheFile(file, key: name.digest)
    }
    return nil
  }

  /// Returns the file for a version of a resource. If there is none, it creates one and replaces
  /// another version. A complete, kept file is not replaced, as the new version may be an older
  /// one.
  ///
  /// - Returns: `nil` if there is not enough room, or it can't be written.
  func make(_ name: Name, of version: MediaVersion) -> CacheFile? {
    withLock { folder in
      if let old = find(name, in: folder) {
        if old.version.isSame(as: version) { return hasRoom(for: 0, in: folder) ? old : nil }
        if old.isKept, old.isComplete { return nil }
      }
      let header = CacheHeader(key: name.digest, seed: .random(in: .min ... .max), version: version)
      guard header.fileLength <= largestFile, let page = header.encoded(),
        hasRoom(for: header.fileLength, in: folder)
      else { return nil }
      return place(name.text, in: folder) { file in
        file.share() ? CacheFile(making: header, page, in: file) : nil
      }
    }
  }

  /// Creates a file atomically: it gets its name once it is written.
  ///
  /// - Returns: `nil` if `write` returns `nil`, or the folder can't be written.
  func place<Value>(
    _ name: String,
    in folder: OpenFile,
    _ write: (OpenFile) -> Value?
  ) -> Value? {
    let temporary = "\(Self.unfinished)\(getpid())-\(UInt64.random(in: .min ... .max))"
    guard let file = OpenFile(temporary, in: folder, O_RDWR | O_CREAT | O_EXCL) else { return nil }
    guard let value = write(file),
      renameat(folder.descriptor, temporary, folder.descriptor, name) == 0
    else {
      unlinkat(folder.descriptor, temporary, 0)
      return nil
    }
    return value
  }

  /// The server states the length, so a single file must not displace all others.
  private var largestFile: Int64 { min(limit / 2, 64 << 30) }

  /// Returns whether the missing parts of a file may be written, because there is room for all of
  /// it.
  func mayFill(_ file: CacheFile) -> Bool {
    withLock { folder in hasRoom(for: 0, in: folder) ? true : nil } ?? false
  }

  /// Removes the file of an outdated version. Open files stay usable. A complete, kept file is not
  /// removed.
  func remove(_ version: MediaVersion, _ name: Name) {
    _ = withLock { folder -> Bool? in
      guard let file = find(name, in: folder), file.version.isSame(as: version),
        !(file.isKept && file.isComplete)
      else { return nil }
      return unlinkat(folder.descriptor, name.text, 0) == 0
    }
  }

  /// Keeps a file until it is released. Returns when the file and this mark are on the disk.
  ///
  /// - Returns: whether that succeeded. Another file may have taken its name meanwhile.
  func keep(_ file: CacheFile, _ name: Name) -> Bool {
    guard file.synchronize() else { return false }
    let isMarked = withLock(atMost: Self.timeout) { folder -> Bool? in
      var present = stat()
      guard let status = file.status,
        fstatat(folder.descriptor, name.text, &present, AT_SYMLINK_NOFOLLOW) == 0,
        present.isSameFile(as: status)
      else { return nil }
      return file.markAsKept()
    }
    return isMarked == true && file.synchronize() && open()?.synchronize() == true
  }

  // MARK: The folder

  /// The wait for the lock if the caller can wait, in milliseconds.
  static let timeout = 10_000

  /// Runs `body` with the folder's lock, so that no other process creates, replaces or removes
  /// files. Creates the folder if needed. `nil` if it can't be written, or another process holds
  /// the lock too long.
  ///
  /// - Parameter milliseconds: how long to wait for others.
  func withLock<Value>(atMost milliseconds: Int = 100, _ body: (OpenFile) -> Value?) -> Value? {
    guard let folder = open(makingIt: true),
      let lock = takeLock(in: folder, atMost: milliseconds)
    else { return nil }
    defer { withExtendedLifetime(lock) {} }
    return body(folder)
  }

  /// Takes the folder's lock. While waiting, another process may have deleted the lock file, so
  /// this checks it.
  private func takeLock(in folder: OpenFile, atMost milliseconds: Int) -> OpenFile? {
    for _ in 0..<4 {
      guard let lock = OpenFile(Self.lockName, in: folder, O_RDWR | O_CREAT),
        lock.waitForAll(atMost: milliseconds)
      else { return nil }
      var present = stat()
      if fstatat(folder.descriptor, Self.lockName, &present, AT_SYMLINK_NOFOLLOW) == 0,
        lock.status?.isSameFile(as: present) == true
      {
        return lock
      }
    }
    return nil
  }

  /// Returns the folder; `nil` if there is none, or it belongs to another user.
  func open(makingIt: Bool = false) -> OpenFile? {
    let whole = "\(path)/\(Self.name)"
    if let folder = check(OpenFile(whole, O_RDONLY | O_DIRECTORY)) { return folder }
    guard makingIt else { return nil }
    makeFolders(whole)
    return check(OpenFile(whole, O_RDONLY | O_DIRECTORY))
  }

  private func check(_ folder: OpenFile?) -> OpenFile? {
    guard let folder, let status = folder.status, status.st_uid == geteuid() else { return nil }
    if status.st_mode & 0o077 != 0 { fchmod(folder.descriptor, 0o700) }
    return folder
  }

  private func makeFolders(_ path: String) {
    var ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }
    ends.append(path.endIndex)
    var parent = path.hasPrefix("/") ? "/" : "."
    for end in ends {
      let folder = String(path[..<end])
      // A folder's name is on the disk once its parent is synchronized.
      if mkdir(folder, 0o700) == 0 { _ = OpenFile(parent, O_RDONLY | O_DIRECTORY)?.synchronize() }
      parent = folder
    }
  }
}
