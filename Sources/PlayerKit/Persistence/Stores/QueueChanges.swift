/// The changes of a queue since the last write, for a ``QueueStore`` to write.
public struct QueueChanges: Sendable {
  private enum Entries: Sendable {
    case stored([StoredEntry])
    case queued(any Sequence<QueueEntry> & Sendable, TrackRegistry)
  }

  /// Whether this is the whole queue and replaces everything stored.
  public let isComplete: Bool
  /// The state of the queue apart from the entries.
  public let state: StoredQueueState
  /// The numbers of removed entries.
  public let removedEntries: [UInt64]
  /// The changes of the base order.
  public let base: StoredOrderChanges
  /// The changes of the shuffled order.
  public let shuffled: StoredOrderChanges

  /// The new history records since the last write, oldest first.
  public let plays: [StoredPlay]
  /// The number of the oldest history record to keep.
  public let firstPlay: Int
  /// Whether the user erased the records before ``firstPlay``. The storage must then contain
  /// nothing of them any more, nor of entries that were removed earlier.
  public let erasesPlays: Bool

  private var entries: Entries

  /// Creates changes from stored values.
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

  /// Returns these changes with entries that are encoded one by one as they are written.
  package func with(
    _ entries: any Sequence<QueueEntry> & Sendable,
    _ registry: TrackRegistry
  ) -> QueueChanges {
    var changes = self
    changes.entries = .queued(entries, registry)
    return changes
  }

  /// Calls `body` with each new or changed entry, in no particular order. Entries are encoded one
  /// by one, so that a million of them are never in memory at once.
  ///
  /// - Throws: The errors of `body`; ``QueueStoreError/Code/notStorable`` for a track that can't be
  ///   stored. Then nothing of these changes must be stored.
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
