#if canImport(Glibc)
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
      digest = SHA256.digest(of: key)
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
  /// another version.
  ///
  /// - Returns: `nil` where there is no room for all of it, or it can't be written.
  func make(_ name: Name, of version: MediaVersion) -> CacheFile? {
    withLock { folder in
      if let old = find(name, in: folder), old.version.isSame(as: version) {
        return hasRoom(for: 0, in: folder) ? old : nil
      }
      let header = CacheHeader(key: name.digest, seed: .random(in: .min ... .max), version: version)
      guard hasRoom(for: header.fileLength, in: folder) else { return nil }
      let temporary = "\(Self.unfinished)\(getpid())-\(UInt64.random(in: .min ... .max))"
      guard let file = OpenFile(temporary, in: folder, O_RDWR | O_CREAT | O_EXCL) else {
        return nil
      }
      guard file.share(), let made = CacheFile(making: header, in: file),
        renameat(folder.descriptor, temporary, folder.descriptor, name.text) == 0
      else {
        unlinkat(folder.descriptor, temporary, 0)
        return nil
      }
      return made
    }
  }

  /// Whether what is missing of a file may be written: then there is room for all of it.
  func mayFill(_ file: CacheFile) -> Bool {
    withLock { folder in hasRoom(for: 0, in: folder) ? true : nil } ?? false
  }

  /// Removes a file, unless another one has taken its place. Those who have it open keep it.
  func remove(_ file: CacheFile, _ name: Name) {
    _ = withLock { folder -> Bool? in
      guard let status = file.status, let present = OpenFile(name.text, in: folder, O_RDONLY),
        present.status?.isSameFile(as: status) == true
      else { return nil }
      return unlinkat(folder.descriptor, name.text, 0) == 0
    }
  }

  // MARK: The folder

  /// Does something while nobody else makes, replaces or removes files; makes the folder where it is
  /// missing. `nil` where it can't be written.
  func withLock<Value>(_ body: (OpenFile) -> Value?) -> Value? {
    guard let folder = open(makingIt: true),
      let lock = OpenFile(Self.lockName, in: folder, O_RDWR | O_CREAT), lock.waitForAll()
    else { return nil }
    defer { withExtendedLifetime(lock) {} }
    return body(folder)
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
    for end in ends { mkdir(String(path[..<end]), 0o700) }
  }
}

/// Bytes as letters.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef")

  static func text(_ bytes: [UInt8]) -> String {
    String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
