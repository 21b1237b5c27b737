/// A queue as a store gives it back.
public struct StoredQueue: Sendable, Hashable {
  /// What there is besides the entries.
  public let state: StoredQueueState
  /// The entries in base order.
  public let entries: [StoredEntry]
  /// The play order while shuffled; `nil` where the queue is not.
  public let shuffled: [UInt64]?

  /// Puts a queue together of what a store has.
  ///
  /// - Parameters:
  ///   - state: What there is besides the entries.
  ///   - entries: The entries, by their numbers.
  ///   - base: The chunks of the base order, in any order.
  ///   - shuffled: Those of the shuffled order; ignored where the queue is not shuffled.
  /// - Throws: ``QueueStoreError/Code/corrupt`` where these do not fit together.
  public init(
    state: StoredQueueState,
    entries: [UInt64: StoredEntry],
    base: [StoredChunk],
    shuffled: [StoredChunk]
  ) throws(QueueStoreError) {
    let order = Self.order(of: base)
    var inOrder: [StoredEntry] = []
    inOrder.reserveCapacity(order.count)
    for id in order {
      guard let entry = entries[id] else {
        throw QueueStoreError(.corrupt, "The entry \(id) is missing.")
      }
      inOrder.append(entry)
    }
    // Equal counts, and each found: nothing stands twice, nothing lies about.
    guard entries.count == order.count, Set(order).count == order.count else {
      throw QueueStoreError(.corrupt, "Entries and their order do not agree.")
    }
    if let current = state.current {
      guard entries[current] != nil else {
        throw QueueStoreError(.corrupt, "The current entry \(current) is missing.")
      }
    }
    self.state = state
    self.entries = inOrder
    self.shuffled = state.isShuffled ? Self.order(of: shuffled) : nil
    if let shuffled = self.shuffled {
      let ids = Set(shuffled)
      guard shuffled.count == order.count, ids.count == order.count, ids.isSuperset(of: order)
      else {
        throw QueueStoreError(.corrupt, "The shuffled order is not one of these entries.")
      }
    }
  }

  private static func order(of chunks: [StoredChunk]) -> [UInt64] {
    chunks.sorted { $0.label < $1.label }.flatMap(\.entries)
  }
}
