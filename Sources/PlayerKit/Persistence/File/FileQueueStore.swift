#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps a queue in one file, without any other library.
///
/// The file is a journal: each write adds what changed, and where the additions have become more
/// than the queue itself, the file is written anew, beside the old one, and takes its place. A
/// write that does not come to its end, since the process or the system ends, is passed over when
/// the file is read. Restoring reads all of it; for queues of hundreds of thousands,
/// `SQLiteQueueStore` of PlayerKitSQLite is the better one. Only the file's owner may read it (mode
/// 0600).
public actor FileQueueStore: QueueStore {
  /// How much may be added before the file is written anew, however small the queue is.
  private static let slack = 1 << 18

  private let path: String
  private let executor = StoreExecutor(label: "PlayerKit.FileQueueStore")
  private var file: JournalFile?
  /// What was read when the file was opened, until it is asked for or written over.
  private var contents: JournalContents?
  /// Where the next write goes.
  private var length = 0
  /// How long the file was when it was written anew.
  private var initialLength = 0
  /// How many writes stand in the file.
  private var writes = 0
  private var isOldVersion = false
  private var isClosed = false

  /// Runs on a thread of its own: it waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a store. The file is opened, or made, by the first call that needs it; where that fails,
  /// by the next one again.
  public init(path: String) {
    self.path = path.fromRoot
  }

  /// What is kept.
  public func restore() throws(QueueStoreError) -> StoredQueue? {
    let file = try open()
    defer { contents = nil }
    if let contents { return try contents.rows.queue() }
    return try JournalContents(reading: file.contents(), path: path).rows.queue()
  }

  /// Adds changes to the file, or writes it anew where they are complete.
  public func write(_ changes: QueueChanges) throws(QueueStoreError) {
    let file = try open()
    contents = nil
    guard !changes.isComplete else {
      try rewrite(changes)
      return
    }
    guard length > 0 else { throw .nothingToChange }
    guard file.isInPlace else {
      self.file = nil
      throw .takenAway(path)
    }
    try append(changes, to: file)
    // What was added before is still in the file.
    if changes.erasesPlays { return try compact(file) }
    guard length - initialLength > max(Self.slack, initialLength) else { return }
    do {
      try compact(file)
    } catch {
      // The changes are kept all the same. It is tried again when as much was added again.
      initialLength = length
    }
  }

  /// Closes the file.
  public func close() {
    file = nil
    contents = nil
    isClosed = true
  }

  // MARK: - The file

  private func open() throws(QueueStoreError) -> JournalFile {
    if isClosed { throw .closed }
    if let file { return file }
    let file = try JournalFile(path: path)
    let contents = try JournalContents(reading: file.contents(), path: path)
    file.makePrivate()
    self.file = file
    self.contents = contents
    writes = contents.write
    length = contents.length
    initialLength = contents.length
    isOldVersion = contents.version.map { $0 < JournalContents.version } ?? false
    return file
  }

  /// Adds to the file, over what may lie behind its end.
  private func append(_ changes: QueueChanges, to file: JournalFile) throws(QueueStoreError) {
    do {
      // Encoded before anything is written: what can't be stored leaves the file alone.
      var bytes = Data()
      try JournalLine.forEach(of: changes, write: writes + 1) { bytes += try $0.bytes() }
      try file.truncate(to: length)
      // All versions so far have first lines of one length.
      if isOldVersion { try file.write(JournalContents.header, at: 0) }
      try file.write(bytes, at: length)
      try file.synchronize()
      length += bytes.count
      writes += 1
      isOldVersion = false
    } catch {
      try? file.truncate(to: length)
      throw QueueStoreError(storing: error)
    }
  }

  /// Writes the file anew from what stands in it.
  private func compact(_ file: JournalFile) throws(QueueStoreError) {
    let rows = try JournalContents(reading: file.contents(), path: path).rows
    guard let state = rows.state else { return }
    let changes = QueueChanges(
      isComplete: true,
      state: state,
      entries: Array(rows.entries.values),
      base: StoredOrderChanges(isComplete: true, changed: Array(rows.base.values)),
      shuffled: StoredOrderChanges(isComplete: true, changed: Array(rows.shuffled.values)),
      plays: Array(rows.plays.values)
    )
    try rewrite(changes)
  }

  private func rewrite(_ changes: QueueChanges) throws(QueueStoreError) {
    guard let file else { return }
    let new = try JournalFile(beside: file)
    do {
      var bytes = JournalContents.header
      var offset = 0
      try JournalLine.forEach(of: changes, write: 1) { line in
        bytes += try line.bytes()
        guard bytes.count > 1 << 20 else { return }
        try new.write(bytes, at: offset)
        offset += bytes.count
        bytes.removeAll(keepingCapacity: true)
      }
      try new.write(bytes, at: offset)
      try new.synchronize()
      try new.replace(file)
      self.file = new
      length = offset + bytes.count
      initialLength = length
      writes = 1
      isOldVersion = false
    } catch {
      new.discard()
      throw QueueStoreError(storing: error)
    }
  }
}
