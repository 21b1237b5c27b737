/// The chunks of a tree. Each has a number, and a label for its place. A chunk keeps its number as
/// long as it exists; later, another chunk may reuse it. Labels increase from front to back.
struct ChunkTable: Sendable {
  /// The labels by number. For a free number, the next free number.
  private var labels = RadixVector<UInt64>()
  private var firstFree: UInt32 = 0
  private var last: UInt32 = 0
  /// The number of chunks.
  private(set) var count = 0

  /// The label of a chunk.
  subscript(number: UInt32) -> UInt64 {
    get { labels[Int(number)] }
    set { labels[Int(number)] = newValue }
  }

  /// Adds a chunk and returns its number, which is not 0.
  mutating func add(_ label: UInt64) -> UInt32 {
    let number: UInt32
    if firstFree != 0 {
      number = firstFree
      firstFree = UInt32(truncatingIfNeeded: self[number])
    } else {
      last += 1
      number = last
    }
    self[number] = label
    count += 1
    return number
  }

  /// Adds a chunk with a given number. Numbers that are skipped are never used later.
  mutating func add(_ label: UInt64, number: UInt32) {
    last = max(last, number)
    self[number] = label
    count += 1
  }

  /// Removes a chunk.
  mutating func remove(_ number: UInt32) {
    self[number] = UInt64(firstFree)
    firstFree = number
    count -= 1
  }
}

/// Labels of chunks, with gaps for later chunks.
enum ChunkLabels {
  /// Returns labels for all chunks of a tree, with equal gaps between and around them.
  static func spread(_ count: Int) -> Labels {
    let step = UInt64.max / 2 / (UInt64(count) + 1)
    return Labels(first: UInt64.max / 4 + step, step: step, count: count)
  }

  /// Returns labels for new chunks between two others; `nil` if there is not enough room. At the
  /// ends, room is used sparingly.
  static func between(_ before: UInt64?, _ after: UInt64?, count: Int) -> Labels? {
    let (lower, upper) = (before ?? 0, after ?? .max)
    let room = (upper - lower) / (UInt64(count) + 1)
    guard room > 0 else { return nil }
    let step = before == nil || after == nil ? min(room, 1 << 40) : room
    let first = before == nil ? upper - step * UInt64(count) : lower + step
    return Labels(first: first, step: step, count: count)
  }

  /// Equidistant labels.
  struct Labels {
    let first: UInt64
    let step: UInt64
    let count: Int

    subscript(index: Int) -> UInt64 { first + step * UInt64(index) }
  }
}
