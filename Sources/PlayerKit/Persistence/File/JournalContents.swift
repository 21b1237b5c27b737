import PlayerKitSystem

/// The contents of a queue's file.
struct JournalContents {
  /// The first line before the version.
  static let title = "PlayerKit queue "
  /// The current version. Version 1 had no clips, sections, app data or history. Version 2 had no
  /// volume, rate or sleep timer, and did not number its writes. Version 3 had no findings from the
  /// media of entries. Version 4 had no sound processing.
  static let version = 5
  /// The first line of a file.
  static let header = Data("\(title)\(version)\n".utf8)

  /// The stored rows.
  private(set) var rows = StoredRows()
  /// The length up to which the file is intact; an unfinished write may follow.
  private(set) var length = 0
  /// The version of the file; `nil` if it is empty.
  private(set) var version: Int?
  /// The number of the last complete write.
  private(set) var write = 0

  /// Parses a file.
  ///
  /// The last write may be damaged anywhere, because the system may have ended before the disk had
  /// received everything. It was never reported as stored, so it is skipped. A damaged line before
  /// a later write means that the file is corrupt, because it was once stored. It is also corrupt
  /// if no write is complete, because the first write replaces the file as a whole.
  init(reading file: Data, path: String) throws(QueueStoreError) {
    guard !file.isEmpty else { return }
    version = try Self.version(of: file, path: path)
    var lines = Lines(bytes: file, start: file.startIndex)
    length = lines.next()?.end ?? 0
    var part: [JournalLine] = []
    var isTorn = false
    while let (bytes, end) = lines.next() {
      guard let line = try Self.line(bytes, path: path) else {
        isTorn = true
        continue
      }
      guard !isTorn else {
        if line.write == write + 1 { continue }
        throw QueueStoreError(.corrupt, "\(path): a line in the midst of it is damaged.")
      }
      part.append(line)
      guard line.state != nil else { continue }
      for line in part { rows.apply(line) }
      part = []
      length = end
      write = line.write ?? 0
    }
    if rows.state == nil {
      throw QueueStoreError(.corrupt, "\(path): no write in it is whole.")
    }
  }

  private static func line(
    _ bytes: Data,
    path: String
  ) throws(QueueStoreError) -> JournalLine? {
    do {
      return try JournalLine(bytes: bytes)
    } catch {
      let message = "\(path): a line in it can be read only by a newer version."
      throw QueueStoreError(.newerVersion, message, underlying: error)
    }
  }

  private static func version(of file: Data, path: String) throws(QueueStoreError) -> Int {
    let first = file.prefix(64).prefix { $0 != UInt8(ascii: "\n") }
    guard let text = String(bytes: first, encoding: .utf8), text.hasPrefix(title),
      let version = Int(text.dropFirst(title.count)), version > 0
    else {
      throw QueueStoreError(
        .notAQueue,
        "\(path): this file does not contain a queue. Name another one."
      )
    }
    guard version <= Self.version else {
      throw .newer(path, version: version, known: Self.version)
    }
    return version
  }
}

extension StoredRows {
  fileprivate mutating func apply(_ line: JournalLine) {
    for entry in line.entries ?? [] { entries[entry.id] = entry }
    for id in line.removed ?? [] { entries[id] = nil }
    if let changes = line.base { base.apply(changes) }
    if let changes = line.shuffled { shuffled.apply(changes) }
    add(line.plays ?? [], first: line.firstPlay ?? 0)
    state = line.state ?? state
  }
}

/// The lines of a file, each without its newline, and their end offsets. Trailing bytes without a
/// newline count as a line.
private struct Lines {
  let bytes: Data
  var start: Data.Index

  mutating func next() -> (bytes: Data, end: Int)? {
    guard start < bytes.endIndex else { return nil }
    let rest = bytes[start...]
    guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      start = bytes.endIndex
      // Without a newline it is incomplete, regardless of its contents.
      return (Data(), bytes.count)
    }
    let line = bytes[start..<newline]
    start = newline + 1
    return (line, start - bytes.startIndex)
  }
}
