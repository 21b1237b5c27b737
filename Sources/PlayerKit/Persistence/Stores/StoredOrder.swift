/// Some consecutive entries in an order of the queue.
///
/// An order is its chunks, sorted by label. So an edit amid a million entries changes a few chunks,
/// and the others keep their labels.
public struct StoredChunk: Sendable, Hashable, Codable {
  /// The number that identifies the chunk as long as it exists.
  public let number: UInt32
  /// The place of the chunk among the others; unique within an order.
  public let label: UInt64
  /// The numbers of its entries, in order.
  public let entries: [UInt64]

  /// Creates a chunk.
  public init(number: UInt32, label: UInt64, entries: [UInt64]) {
    self.number = number
    self.label = label
    self.entries = entries
  }
}

/// A chunk with a new place among the others and unchanged contents.
public struct StoredLabel: Sendable, Hashable, Codable {
  /// The number of the chunk.
  public let number: UInt32
  /// The new place; see ``StoredChunk/label``.
  public let label: UInt64

  /// Creates a label.
  public init(number: UInt32, label: UInt64) {
    self.number = number
    self.label = label
  }
}

/// The changes of an order since the last write.
public struct StoredOrderChanges: Sendable, Hashable, Codable {
  /// Whether ``changed`` is the whole order and replaces everything stored.
  public var isComplete: Bool
  /// The new and changed chunks.
  public var changed: [StoredChunk]
  /// The chunks with a new label and unchanged contents.
  public var relabeled: [StoredLabel]
  /// The numbers of removed chunks.
  public var removed: [UInt32]

  /// Creates changes; none by default.
  public init(
    isComplete: Bool = false,
    changed: [StoredChunk] = [],
    relabeled: [StoredLabel] = [],
    removed: [UInt32] = []
  ) {
    self.isComplete = isComplete
    self.changed = changed
    self.relabeled = relabeled
    self.removed = removed
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    !isComplete && changed.isEmpty && relabeled.isEmpty && removed.isEmpty
  }
}
