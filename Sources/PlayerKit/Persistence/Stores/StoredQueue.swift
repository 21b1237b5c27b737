/// A queue as a store gives it back.
public struct StoredQueue: Sendable, Hashable {
  /// What there is besides the entries.
  public let state: StoredQueueState
  /// The entries in base order.
  public let entries: [StoredEntry]
  /// The chunks of the base order, by rising labels.
  public let base: [StoredChunk]
  /// The chunks of the shuffled order, by rising labels; empty where the queue is not shuffled.
  public let shuffled: [StoredChunk]
  /// What was played, the oldest first.
  public let plays: [StoredPlay]

  /// Puts a queue together of what a store has.
  ///
  /// - Parameters:
  ///   - state: What there is besides the entries.
  ///   - entries: The entries, by their numbers.
  ///   - base: The chunks of the base order, in any order.
  ///   - shuffled: Those of the shuffled order; ignored where the queue is not shuffled.
  ///   - plays: What was played, in any order.
  /// - Throws: ``QueueStoreError/Code/corrupt`` where these do not fit together.
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
    // Equal counts, and each found: nothing stands twice, nothing lies about.
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

  /// The entries in the order in which they play.
  public var playOrder: [UInt64] {
    state.isShuffled ? shuffled.flatMap(\.entries) : entries.map(\.id)
  }
}
