/// A queue restored by a store.
public struct StoredQueue: Sendable, Hashable {
  /// The state of the queue apart from the entries.
  public let state: StoredQueueState
  /// The entries in base order.
  public let entries: [StoredEntry]
  /// The chunks of the base order, sorted by label.
  public let base: [StoredChunk]
  /// The chunks of the shuffled order, sorted by label; empty if the queue is not shuffled.
  public let shuffled: [StoredChunk]
  /// The history records, oldest first.
  public let plays: [StoredPlay]

  /// Creates a queue from the contents of a store.
  ///
  /// - Parameters:
  ///   - state: The state of the queue apart from the entries.
  ///   - entries: The entries by number.
  ///   - base: The chunks of the base order, in any order.
  ///   - shuffled: The chunks of the shuffled order; ignored if the queue is not shuffled.
  ///   - plays: The history records, in any order.
  /// - Throws: ``QueueStoreError/Code/corrupt`` if these are inconsistent.
  public init(
    state: StoredQueueState,
    entries: [UInt64: StoredEntry],
    base: [StoredChunk],
    shuffled: [StoredChunk],
    plays: [StoredPlay] = []
  ) throws(QueueStoreError) {
    self.state = state
    self.plays = plays.sorted { $0.id < $1.id }
    self.base = base.sorted { $0.label < $1.label }
    self.shuffled = state.isShuffled ? shuffled.sorted { $0.label < $1.label } : []
    var inOrder: [StoredEntry] = []
    inOrder.reserveCapacity(entries.count)
    for id in self.base.lazy.flatMap(\.entries) {
      guard let entry = entries[id] else {
        throw QueueStoreError(.corrupt, "The entry \(id) is missing.")
      }
      inOrder.append(entry)
    }
    self.entries = inOrder
    try check(entries)
  }

  private func check(_ entries: [UInt64: StoredEntry]) throws(QueueStoreError) {
    // If the counts are equal and each entry was found, there are no duplicates and no extra
    // entries.
    let ids = Set(self.entries.lazy.map(\.id))
    guard entries.count == self.entries.count, ids.count == entries.count else {
      throw QueueStoreError(.corrupt, "Entries and their order do not agree.")
    }
    guard state.current.map(ids.contains) ?? ids.isEmpty else {
      throw QueueStoreError(.corrupt, "The current entry is missing.")
    }
    guard state.isShuffled else { return }
    let shuffled = playOrder
    guard shuffled.count == ids.count, Set(shuffled) == ids else {
      throw QueueStoreError(.corrupt, "The shuffled order is not one of these entries.")
    }
  }

  /// The numbers of the entries in play order.
  public var playOrder: [UInt64] {
    state.isShuffled ? shuffled.flatMap(\.entries) : entries.map(\.id)
  }
}
