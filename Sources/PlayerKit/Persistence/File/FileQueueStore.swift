import PlayerKitSystem

/// Stores a queue in one file, without any other library.
///
/// The file is a journal: each write appends what changed. If the additions exceed the queue
/// itself, the file is rewritten next to the old one and replaces it. A write that the end of the
/// process or the system left incomplete is skipped when the file is read. Restoring reads the
/// whole file; for queues of hundreds of thousands of entries, use `SQLiteQueueStore` of
/// PlayerKitSQLite. Only the file's owner may read it (mode 0600).
public actor FileQueueStore: QueueStore {
  /// The number of bytes that may be added before the file is rewritten, even if the queue is
  /// small.
  private static let slack = 1 << 18

  private let path: String
  private let executor = StoreExecutor(label: "PlayerKit.FileQueueStore")
  private var file: JournalFile?
  /// The contents read when the file was opened, until they are requested or overwritten.
  private var contents: JournalContents?
  /// The offset of the next write.
  private var length = 0
  /// The length of the file when it was last rewritten.
  private var initialLength = 0
  /// The number of writes in the file.
  private var writes = 0
  private var isOldVersion = false
  private var isClosed = false

  /// A dedicated executor, because the store waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a store. The first call that needs the file opens or creates it; if that fails, the
  /// next call tries again.
  public init(path: String) {
    self.path = path.fromRoot
  }

  /// Returns the stored queue.
  public func restore() throws(QueueStoreError) -> StoredQueue? {
    let file = try open()
    defer { contents = nil }
    if let contents { return try contents.rows.queue() }
    return try JournalContents(reading: file.contents(), path: path).rows.queue()
  }

  /// Appends changes to the file, or rewrites the file if they are complete.
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
    // The file still contains earlier additions.
    if changes.erasesPlays { return try compact(file) }
    guard length - initialLength > max(Self.slack, initialLength) else { return }
    do {
      try compact(file)
    } catch {
      // The changes are stored anyway. The next attempt comes after as many additions again.
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

  /// Appends to the file, overwriting anything past its valid end.
  private func append(_ changes: QueueChanges, to file: JournalFile) throws(QueueStoreError) {
    do {
      // Encoded before anything is written, so that an unstorable track leaves the file unchanged.
      var bytes = Data()
      try JournalLine.forEach(of: changes, write: writes + 1) { bytes += try $0.bytes() }
      try file.truncate(to: length)
      // In all versions so far, the first line has the same length.
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

  /// Rewrites the file from its contents.
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
