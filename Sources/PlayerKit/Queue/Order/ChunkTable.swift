/// The chunks of a tree: each has a number, and a label that tells where it stands. A chunk keeps
/// its number for life, then another one may get it; labels grow from the front to the back.
struct ChunkTable: Sendable {
  /// By number: the label; of a number that is free, the next one that is.
  private var labels = RadixVector<UInt64>()
  private var firstFree: UInt32 = 0
  private var last: UInt32 = 0
  /// How many chunks there are.
  private(set) var count = 0

  /// The label of a chunk.
  subscript(number: UInt32) -> UInt64 {
    get { labels[Int(number)] }
    set { labels[Int(number)] = newValue }
  }

  /// Adds a chunk; its number is not 0.
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

  /// Adds a chunk that has its number already. None of those that are left out is given later.
  mutating func add(_ label: UInt64, number: UInt32) {
    last = max(last, number)
    self[number] = label
    count += 1
  }

  /// Takes out a chunk.
  mutating func remove(_ number: UInt32) {
    self[number] = UInt64(firstFree)
    firstFree = number
    count -= 1
  }
}

/// The labels of chunks, with room for others between them.
enum ChunkLabels {
  /// Labels for all chunks of a tree, with as much room between them as before and behind them.
  static func spread(_ count: Int) -> Labels {
    let step = UInt64.max / 2 / (UInt64(count) + 1)
    return Labels(first: UInt64.max / 4 + step, step: step, count: count)
  }

  /// Labels for new chunks between two; `nil` where there is not enough room. At the ends room is
  /// taken sparingly.
  static func between(_ before: UInt64?, _ after: UInt64?, count: Int) -> Labels? {
    let (lower, upper) = (before ?? 0, after ?? .max)
    let room = (upper - lower) / (UInt64(count) + 1)
    guard room > 0 else { return nil }
    let step = before == nil || after == nil ? min(room, 1 << 40) : room
    let first = before == nil ? upper - step * UInt64(count) : lower + step
    return Labels(first: first, step: step, count: count)
  }

  /// Labels at equal distances.
  struct Labels {
    let first: UInt64
    let step: UInt64
    let count: Int

    subscript(index: Int) -> UInt64 { first + step * UInt64(index) }
  }
}
