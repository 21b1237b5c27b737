#if canImport(Glibc)
  import PlayerKitSystem
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of a cache: one for each resource, named by the digest of its key. Nothing else is written
/// down: how old a file is, how much it takes, and who uses it, is what the system says.
///
/// Whoever makes, replaces or removes files holds the folder's lock. Processes that use one folder know
/// of each other by the system's locks alone, which end with them. Threads: any.
struct CacheFolder: Sendable {
  /// Where the app says; the files lie in a folder of this format inside of it.
  let path: String
  /// How many bytes all files may take.
  let limit: Int64

  private static let name = "media-1"
  private static let lockName = "lock"
  static let unfinished = "new-"

  /// A key as a name.
  struct Name: Sendable, Equatable {
    let digest: [UInt8]
    let text: String

    init(key: String) {
      digest = SHA256Digest.digest(of: key)
      text = Hexadecimal.text(digest)
    }
  }

  // MARK: One file

  /// What is kept under a name; `nil`: nothing that can be used.
  func find(_ name: Name) -> CacheFile? {
    open().flatMap { find(name, in: $0) }
  }

  private func find(_ name: Name, in folder: OpenFile) -> CacheFile? {
    // Who has just looked may find it removed; then there is none, or another one.
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

  /// The file for a version of a resource: the one that is there, else a new one, in place of one of
  /// another version. What is kept, and whole, gives way to no other: that may be an older one.
  ///
  /// - Returns: `nil` where there is no room for all of it, or it can't be written.
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

  /// Makes a file in one step: it gets its name once it is written.
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

  /// A length is what a server says. None may take the room of all others by a word.
  private var largestFile: Int64 { min(limit / 2, 64 << 30) }

  /// Whether what is missing of a file may be written: then there is room for all of it.
  func mayFill(_ file: CacheFile) -> Bool {
    withLock { folder in hasRoom(for: 0, in: folder) ? true : nil } ?? false
  }

  /// Removes what is there of a version that is none any more. Those who have it open keep it. What is
  /// kept, and whole, stays.
  func remove(_ version: MediaVersion, _ name: Name) {
    _ = withLock { folder -> Bool? in
      guard let file = find(name, in: folder), file.version.isSame(as: version),
        !(file.isKept && file.isComplete)
      else { return nil }
      return unlinkat(folder.descriptor, name.text, 0) == 0
    }
  }

  /// Keeps a file until it is released; returns when that, and all of it, is on the disk.
  ///
  /// - Returns: whether that could be done. Another file may have taken its name meanwhile.
  func keep(_ file: CacheFile, _ name: Name) -> Bool {
    guard file.synchronize() else { return false }
    let isMarked = withLock(atMost: Self.patience) { folder -> Bool? in
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

  /// For those who can wait, in milliseconds.
  static let patience = 10_000

  /// Does something while nobody else makes, replaces or removes files; makes the folder where it is
  /// missing. `nil` where it can't be written, or somebody else has the lock for too long.
  ///
  /// - Parameter milliseconds: how long to wait for others.
  func withLock<Value>(atMost milliseconds: Int = 100, _ body: (OpenFile) -> Value?) -> Value? {
    guard let folder = open(makingIt: true),
      let lock = takeLock(in: folder, atMost: milliseconds)
    else { return nil }
    defer { withExtendedLifetime(lock) {} }
    return body(folder)
  }

  /// The folder's lock. Who has waited for it may find that somebody has cleared it away.
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

  /// The folder; `nil` where there is none, or where it is not this user's.
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
      // A folder's name is on the disk where the folder around it is.
      if mkdir(folder, 0o700) == 0 { _ = OpenFile(parent, O_RDONLY | O_DIRECTORY)?.synchronize() }
      parent = folder
    }
  }
}
