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

/// A chunk that only stands elsewhere among the others now.
public struct StoredLabel: Sendable, Hashable, Codable {
  /// Names the chunk.
  public let number: UInt32
  /// Where it stands; see ``StoredChunk/label``.
  public let label: UInt64

  /// Makes one of its parts.
  public init(number: UInt32, label: UInt64) {
    self.number = number
    self.label = label
  }
}

/// How an order changed since the last write.
public struct StoredOrderChanges: Sendable, Hashable, Codable {
  /// Whether ``changed`` is all of it, and whatever was kept goes.
  public var isComplete: Bool
  /// The chunks that are new or have changed.
  public var changed: [StoredChunk]
  /// The chunks that hold what they held, under another label.
  public var relabeled: [StoredLabel]
  /// The numbers of those that are gone.
  public var removed: [UInt32]

  /// Makes changes; none by default.
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
