import PlayerKitSystem

/// The use of space, and what is removed to make room.
///
/// A file in use counts with its full length, as it may grow to it. So the limit holds for several
/// processes without counting each write.
extension CacheFolder {
  private struct Item {
    let name: String
    let status: stat
    /// The space that it takes, or may take.
    var claim: Int64
  }

  /// Removes the least recently used files until there is room for this size. If this is
  /// impossible, nothing is removed.
  ///
  /// - Returns: whether there is room. Files that are in use or kept stay.
  func hasRoom(for size: Int64, in folder: OpenFile) -> Bool {
    guard size <= limit else { return false }
    var items = items(in: folder)
    // Files may claim any length.
    var sum = items.reduce(Int128(size)) { $0 + Int128($1.claim) }
    guard sum > limit else { return true }
    items.sort { $0.status.lastUse < $1.status.lastUse }
    var going: [Item] = []
    for item in items where sum > limit && removable(item.name, in: folder) != nil {
      going.append(item)
      sum -= Int128(item.claim)
    }
    return sum <= limit && going.allSatisfy { remove($0.name, in: folder) }
  }

  /// Removes all unused files.
  ///
  /// - Parameter includingKept: whether kept files are removed too.
  func removeAll(includingKept: Bool) {
    _ = withLock(atMost: Self.timeout) { folder -> Bool? in
      for item in items(in: folder) {
        remove(item.name, in: folder, includingKept: includingKept)
      }
      return true
    }
  }

  /// Returns the space used.
  func usage() -> MediaCache.Usage? {
    guard let folder = open() else { return nil }
    var usage = MediaCache.Usage()
    for name in names(in: folder) {
      guard let file = OpenFile(name, in: folder, O_RDONLY), file.isOrdinary,
        let status = file.status
      else { continue }
      usage.bytes += status.allocated
      usage.count += 1
      guard CacheFile.isKept(file) else { continue }
      usage.keptBytes += status.allocated
      usage.keptCount += 1
    }
    return usage
  }

  /// Returns all files, and removes unfinished files of killed processes.
  private func items(in folder: OpenFile) -> [Item] {
    names(in: folder).compactMap { name in
      if name.hasPrefix(Self.unfinished), remove(name, in: folder, includingKept: true) {
        return nil
      }
      var status = stat()
      guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      let whole = Int64(status.st_size)
      let isPartial = status.allocated < whole
      let claim = isPartial && isUsed(name, in: folder) ? whole : status.allocated
      return Item(name: name, status: status, claim: claim)
    }
  }

  private func isUsed(_ name: String, in folder: OpenFile) -> Bool {
    guard let file = OpenFile(name, in: folder, O_RDWR) else { return false }
    return !file.takeAlone()
  }

  /// - Returns: whether it was removed.
  @discardableResult
  private func remove(_ name: String, in folder: OpenFile, includingKept: Bool = false) -> Bool {
    guard let file = removable(name, in: folder, includingKept: includingKept) else { return false }
    defer { withExtendedLifetime(file) {} }
    removeRecord(name, in: folder)
    return unlinkat(folder.descriptor, name, 0) == 0
  }

  /// Returns a file that no one else uses, locked. It is opened for writing because NFS requires
  /// that for the lock.
  private func removable(
    _ name: String,
    in folder: OpenFile,
    includingKept: Bool = false
  ) -> OpenFile? {
    guard let file = OpenFile(name, in: folder, O_RDWR), file.takeAlone(),
      includingKept || !CacheFile.isKept(file)
    else { return nil }
    return file
  }

  /// Returns the names of our files; other files are ignored.
  func names(in folder: OpenFile) -> [String] {
    let copy = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let directory = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let isDigest = name.utf8.count == 64 && name.utf8.allSatisfy(Self.isDigit)
      if isDigest || name.hasPrefix(Self.unfinished) { names.append(name) }
    }
    return names
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
