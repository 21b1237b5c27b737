import PlayerKitSystem

/// A line of a queue's file: a part of a write. The line with the state is the last of its write.
struct JournalLine: Codable {
  /// The number of the write, counted from 1 in each file. Lines of versions before 3 have none.
  var write: Int?
  var entries: [StoredEntry]?
  var removed: [UInt64]?
  var base: StoredOrderChanges?
  var shuffled: StoredOrderChanges?
  var plays: [StoredPlay]?
  var firstPlay: Int?
  var state: StoredQueueState?

  /// The number of entries or chunks in a line.
  static let batch = 256

  /// The line in the file.
  func bytes() throws -> Data { try Checksum.line(self) }
}

extension JournalLine {
  /// Parses a line without its newline; returns `nil` if it is damaged.
  ///
  /// - Throws: If the line is intact but contains something unknown to this version.
  init?(bytes: Data) throws {
    guard let json = Checksum.json(of: bytes) else { return nil }
    self = try JSONDecoder().decode(Known.self, from: json).line
  }

  /// A line whose keys are all known.
  private struct Known: Decodable {
    let line: JournalLine

    init(from decoder: any Decoder) throws {
      let keys = try decoder.singleValueContainer().decode([String: Ignored].self).keys
      if let key = keys.first(where: { CodingKeys(stringValue: $0) == nil }) {
        let context = DecodingError.Context(codingPath: [], debugDescription: "unknown: \(key)")
        throw DecodingError.dataCorrupted(context)
      }
      line = try JournalLine(from: decoder)
    }
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }
}

extension JournalLine {
  /// Calls `body` with the changes as lines, in order.
  ///
  /// - Parameter write: The number of the write.
  static func forEach(
    of changes: QueueChanges,
    write: Int,
    _ body: (JournalLine) throws -> Void
  ) throws {
    var batch: [StoredEntry] = []
    try changes.forEachEntry { entry in
      batch.append(entry)
      guard batch.count == JournalLine.batch else { return }
      try body(JournalLine(write: write, entries: batch))
      batch.removeAll(keepingCapacity: true)
    }
    if !batch.isEmpty { try body(JournalLine(write: write, entries: batch)) }
    for part in changes.base.parts { try body(JournalLine(write: write, base: part)) }
    for part in changes.shuffled.parts { try body(JournalLine(write: write, shuffled: part)) }
    let removed = changes.removedEntries
    try body(
      JournalLine(
        write: write,
        removed: removed.isEmpty ? nil : removed,
        plays: changes.plays.isEmpty ? nil : changes.plays,
        firstPlay: changes.firstPlay,
        state: changes.state
      )
    )
  }
}

extension StoredOrderChanges {
  /// The changes in parts of one line each; the first part clears the order if needed.
  fileprivate var parts: [StoredOrderChanges] {
    guard !isEmpty else { return [] }
    // A chunk is a quarter as long as the entries of a line.
    let size = JournalLine.batch / 4
    var parts = [
      StoredOrderChanges(isComplete: isComplete, relabeled: relabeled, removed: removed)
    ]
    for start in stride(from: 0, to: changed.count, by: size) {
      let end = min(start + size, changed.count)
      parts.append(StoredOrderChanges(changed: Array(changed[start..<end])))
    }
    return parts
  }
}

/// The checksum of ZIP and PNG: CRC-32.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func of(_ bytes: Data) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  /// Returns a line of a journal: the checksum, the JSON, a newline.
  static func line(_ content: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(content)
    let digits = String(of(json), radix: 16)
    let padding = String(repeating: "0", count: 8 - digits.count)
    return Data("\(padding)\(digits) ".utf8) + json + Data("\n".utf8)
  }

  /// Returns the JSON of a line without its newline; `nil` if the line is damaged.
  static func json(of line: Data) -> Data? {
    guard line.count > 9, let text = String(bytes: line.prefix(8), encoding: .utf8),
      let checksum = UInt32(text, radix: 16), line[line.startIndex + 8] == UInt8(ascii: " ")
    else { return nil }
    let json = line.dropFirst(9)
    return checksum == of(json) ? json : nil
  }
}
