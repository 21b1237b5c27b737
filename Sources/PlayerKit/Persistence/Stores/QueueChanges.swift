/// What changed about a queue since the last write: what a ``QueueStore`` has to write.
public struct QueueChanges: Sendable {
  private enum Entries: Sendable {
    case stored([StoredEntry])
    case queued(any Sequence<QueueEntry> & Sendable, TrackRegistry)
  }

  /// Whether this is all of the queue, in place of whatever is kept.
  public let isComplete: Bool
  /// What there is besides the entries.
  public let state: StoredQueueState
  /// The entries that are gone.
  public let removedEntries: [UInt64]
  /// The base order.
  public let base: StoredOrderChanges
  /// The play order while shuffled.
  public let shuffled: StoredOrderChanges

  /// What was played since the last write, the oldest first.
  public let plays: [StoredPlay]
  /// The number of the oldest record that is to be kept of what was played.
  public let firstPlay: Int
  /// Whether the records before ``firstPlay`` were erased by the user: nothing of them may be found
  /// any more where they were kept, nor of entries that were removed before.
  public let erasesPlays: Bool

  private var entries: Entries

  /// Makes changes of what is to be stored.
  public init(
    isComplete: Bool = false,
    state: StoredQueueState,
    entries: [StoredEntry] = [],
    removedEntries: [UInt64] = [],
    base: StoredOrderChanges = StoredOrderChanges(),
    shuffled: StoredOrderChanges = StoredOrderChanges(),
    plays: [StoredPlay] = [],
    firstPlay: Int = 0,
    erasesPlays: Bool = false
  ) {
    self.isComplete = isComplete
    self.state = state
    self.entries = .stored(entries)
    self.removedEntries = removedEntries
    self.base = base
    self.shuffled = shuffled
    self.plays = plays
    self.firstPlay = firstPlay
    self.erasesPlays = erasesPlays
  }

  /// These changes, with entries that are encoded only as they are written, one after another.
  package func with(
    _ entries: any Sequence<QueueEntry> & Sendable,
    _ registry: TrackRegistry
  ) -> QueueChanges {
    var changes = self
    changes.entries = .queued(entries, registry)
    return changes
  }

  /// Calls `body` with each entry that is new or has changed, in no particular order; they are
  /// encoded meanwhile, so that a million of them are never in memory at once.
  ///
  /// - Throws: what `body` throws; ``QueueStoreError/Code/notStorable`` at a track that can't be
  ///   stored. Then nothing of these changes must be kept.
  public func forEachEntry(_ body: (StoredEntry) throws -> Void) throws {
    switch entries {
    case .stored(let entries):
      for entry in entries { try body(entry) }
    case .queued(let entries, let registry):
      for entry in entries { try body(StoredEntry(entry, registry: registry)) }
    }
  }
}

extension StoredEntry {
  init(_ entry: QueueEntry, registry: TrackRegistry) throws(QueueStoreError) {
    let item = entry.item
    self.init(
      id: entry.id.number,
      track: try registry.encode(entry.track),
      clip: entry.clip,
      section: entry.section,
      userInfo: item.userInfo.isEmpty ? nil : item.userInfo,
      startPosition: item.startPosition == .zero ? nil : item.startPosition,
      rate: item.rate,
      found: StoredFinding(of: item)
    )
  }
}
