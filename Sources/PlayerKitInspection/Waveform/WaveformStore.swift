import PlayerKitMedia
import PlayerKitSystem

/// Stores outlines: the latest in memory, and all in a folder if there is one.
///
/// Safe on any thread. Ignores files that cannot be written or read.
final class WaveformStore: Sendable {
  private struct Memory {
    var outlines: [String: WaveformOutline] = [:]
    /// The latest comes last.
    var order: [String] = []
  }

  private static let maximumInMemory = 16

  private let memory = Locked(Memory())
  private let folder: String?
  private let maximumFiles: Int

  /// - Parameter folder: Created with access for this user only, if it does not exist.
  init(folder: String?, maximumFiles: Int = 1_000) {
    (self.folder, self.maximumFiles) = (folder, maximumFiles)
  }

  func outline(named name: String) -> WaveformOutline? {
    if let known = memory.withLock({ $0.outlines[name] }) { return known }
    guard let file = path(of: name).flatMap({ OpenFile($0, O_RDONLY) }), file.isOrdinary else {
      return nil
    }
    return WaveformOutline(
      stored: file.bytes(at: 0, count: WaveformOutline.longestStored + 1)
    )
  }

  /// - Parameter isLasting: Whether the name will always mean the same media. If not, the outline
  ///   stays in memory only.
  func keep(_ outline: WaveformOutline, named name: String, isLasting: Bool) {
    memory.withLock { memory in
      if memory.outlines.updateValue(outline, forKey: name) != nil {
        memory.order.removeAll { $0 == name }
      }
      memory.order.append(name)
      if memory.order.count > Self.maximumInMemory {
        memory.outlines[memory.order.removeFirst()] = nil
      }
    }
    if isLasting, let path = path(of: name) { write(outline.stored, to: path) }
  }

  // MARK: Files

  private static let suffix = ".waveform"

  /// Returns a file name. It is a digest, because names may hold addresses and paths.
  private func path(of name: String) -> String? {
    folder.map { "\($0)/\(Hexadecimal.text(SHA256Digest.digest(of: name)))\(Self.suffix)" }
  }

  /// Writes a file atomically, because other processes may use the same folder.
  private func write(_ bytes: [UInt8], to path: String) {
    guard let folder else { return }
    mkdir(folder, 0o700)
    let draft = "\(path).\(UInt64.random(in: 0 ... .max))"
    guard let file = OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL) else { return }
    if !file.write(bytes, at: 0) || rename(draft, path) != 0 {
      unlink(draft)
      return
    }
    makeRoom(in: folder)
  }

  /// Removes the files that were written first.
  private func makeRoom(in folder: String) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    var files: [(time: Int64, path: String)] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Drafts of processes that were killed are removed by age, too.
      guard name.contains(Self.suffix) else { continue }
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0 else { continue }
      let time = status.st_mtimespec
      files.append((Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), path))
    }
    guard files.count > maximumFiles else { return }
    files.sort { $0.time < $1.time }
    for file in files.prefix(files.count - maximumFiles) { unlink(file.path) }
  }
}
