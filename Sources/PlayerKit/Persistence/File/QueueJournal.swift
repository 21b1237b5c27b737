import PlayerKitSystem

/// The file of a ``QueueJournal``.
package protocol JournalFiling: AnyObject {
  /// The path, with links resolved.
  var path: String { get }
  /// Whether the file is still at its path.
  var isInPlace: Bool { get }
  /// Returns the whole contents.
  func contents() throws(QueueStoreError) -> Data
  /// Writes bytes at an offset.
  func write(_ bytes: Data, at offset: Int) throws(QueueStoreError)
  /// Truncates the file.
  func truncate(to length: Int) throws(QueueStoreError)
  /// Waits until the contents are on the disk.
  func synchronize() throws(QueueStoreError)
  /// Restricts the file to its owner.
  func makePrivate()
  /// Creates an empty file next to this one, to replace it.
  func makeReplacement() throws(QueueStoreError) -> any JournalFiling
  /// Replaces the file at a path atomically. When it returns, the disk has the new file there.
  func replace(fileAt place: String) throws(QueueStoreError)
  /// Deletes the file.
  func discard()
}

extension JournalFile: JournalFiling {
  package func makeReplacement() throws(QueueStoreError) -> any JournalFiling {
    try JournalFile(beside: self)
  }
}

/// Keeps a queue in a journal: the rules of ``FileQueueStore`` for any file. Its calls wait for the
/// file, and must come one at a time.
package final class QueueJournal {
  package typealias Opening = @Sendable (String) throws(QueueStoreError) -> any JournalFiling

  private let path: String
  /// The number of bytes that may be added before the file is rewritten, even if the queue is
  /// small.
  private let slack: Int
  private let openFile: Opening
  private var file: (any JournalFiling)?
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

  /// Creates a journal. The first call that needs the file calls `openFile`; if that fails, the
  /// next call tries again.
  package init(path: String, slack: Int = 1 << 18, openFile: @escaping Opening) {
    self.path = path
    self.slack = slack
    self.openFile = openFile
  }

  /// Returns the stored queue.
  package func restore() throws(QueueStoreError) -> StoredQueue? {
    let file = try open()
    defer { contents = nil }
    if let contents { return try contents.rows.queue() }
    return try JournalContents(reading: file.contents(), path: path).rows.queue()
  }

  /// Appends changes to the file, or rewrites the file if they are complete.
  package func write(_ changes: QueueChanges) throws(QueueStoreError) {
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
    guard length - initialLength > max(slack, initialLength) else { return }
    do {
      try compact(file)
    } catch {
      // The changes are stored anyway. The next attempt comes after as many additions again.
      initialLength = length
    }
  }

  /// Closes the file.
  package func close() {
    file = nil
    contents = nil
    isClosed = true
  }

  // MARK: - The file

  private func open() throws(QueueStoreError) -> any JournalFiling {
    if isClosed { throw .closed }
    if let file { return file }
    let file = try openFile(path)
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
  private func append(_ changes: QueueChanges, to file: any JournalFiling) throws(QueueStoreError) {
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
  private func compact(_ file: any JournalFiling) throws(QueueStoreError) {
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
    let new = try file.makeReplacement()
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
      try new.replace(fileAt: file.path)
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
