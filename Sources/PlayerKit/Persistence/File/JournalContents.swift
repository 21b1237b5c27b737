import Foundation

/// What stands in a queue's file.
struct JournalContents {
  /// What the first line says, behind which the version stands.
  static let title = "PlayerKit queue "
  /// The version that is written. Version 1 knew no clips, no sections, no data of the
  /// app, and nothing of what was played.
  static let version = 2

  /// What is kept.
  private(set) var rows = StoredRows()
  /// Up to where the file is whole: behind it lies what a write left that did not come to its end.
  private(set) var length = 0
  /// The version of the file; `nil` where it is empty.
  private(set) var version: Int?

  /// Reads a file.
  ///
  /// A line that is not whole, and whatever belongs to the same write, is passed over where it is
  /// the last: then the process, or the system, ended while it was written. Where whole lines come
  /// behind it, the file is damaged.
  init(reading file: Data, path: String) throws(QueueStoreError) {
    guard !file.isEmpty else { return }
    version = try Self.version(of: file, path: path)
    var lines = Lines(bytes: file)
    length = lines.next()?.end ?? 0
    var write: [JournalLine] = []
    var isTorn = false
    while let (bytes, end) = lines.next() {
      guard let line = JournalLine(bytes: bytes) else {
        isTorn = true
        continue
      }
      guard !isTorn else {
        throw QueueStoreError(.corrupt, "\(path): a line in the midst of it is damaged.")
      }
      write.append(line)
      guard line.state != nil else { continue }
      for line in write { rows.apply(line) }
      write = []
      length = end
    }
  }

  private static func version(of file: Data, path: String) throws(QueueStoreError) -> Int {
    let first = file.prefix(64).prefix { $0 != UInt8(ascii: "\n") }
    guard let text = String(bytes: first, encoding: .utf8), text.hasPrefix(title),
      let version = Int(text.dropFirst(title.count)), version > 0
    else {
      throw QueueStoreError(.notAQueue, "\(path): this is no file of a queue.")
    }
    guard version <= Self.version else {
      throw QueueStoreError(
        .newerVersion,
        "\(path): the file has version \(version), the newest one known is \(Self.version)."
      )
    }
    return version
  }
}

extension StoredRows {
  fileprivate mutating func apply(_ line: JournalLine) {
    for entry in line.entries ?? [] { put(entry) }
    if let removed = line.removed { remove(entries: removed) }
    if let base = line.base { apply(base: base) }
    if let shuffled = line.shuffled { apply(shuffled: shuffled) }
    add(line.plays ?? [], first: line.firstPlay ?? 0)
    if let state = line.state { set(state) }
  }
}

/// The lines of a file, each without its end, and where it ends. What has no end is a line, too.
private struct Lines {
  let bytes: Data
  private var start: Data.Index

  init(bytes: Data) {
    self.bytes = bytes
    start = bytes.startIndex
  }

  mutating func next() -> (bytes: Data, end: Int)? {
    guard start < bytes.endIndex else { return nil }
    let rest = bytes[start...]
    guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      start = bytes.endIndex
      // Without its end it was not written to the end, whatever it holds.
      return (Data(), bytes.count)
    }
    let line = bytes[start..<newline]
    start = newline + 1
    return (line, start - bytes.startIndex)
  }
}
