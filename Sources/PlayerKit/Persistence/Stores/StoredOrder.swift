/// Some entries that stand in a row in an order of the queue.
///
/// An order is its chunks by rising labels. So an edit in the midst of a million entries changes a
/// few chunks, and the others keep their labels.
public struct StoredChunk: Sendable, Hashable, Codable {
  /// Names the chunk, as long as it is there.
  public let number: UInt32
  /// Where it stands among the others; unequal for any two of an order.
  public let label: UInt64
  /// The entries in it, in order.
  public let entries: [UInt64]

  /// Makes one of its parts.
  public init(number: UInt32, label: UInt64, entries: [UInt64]) {
    self.number = number
    self.label = label
    self.entries = entries
  }
}

/// How an order changed since the last write.
public struct StoredOrderChanges: Sendable, Hashable, Codable {
  /// Whether ``changed`` is all of it, and whatever was kept goes.
  public var isComplete: Bool
  /// The chunks that are new or have changed.
  public var changed: [StoredChunk]
  /// The numbers of those that are gone.
  public var removed: [UInt32]

  /// Makes changes; none by default.
  public init(isComplete: Bool = false, changed: [StoredChunk] = [], removed: [UInt32] = []) {
    self.isComplete = isComplete
    self.changed = changed
    self.removed = removed
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { !isComplete && changed.isEmpty && removed.isEmpty }
}
