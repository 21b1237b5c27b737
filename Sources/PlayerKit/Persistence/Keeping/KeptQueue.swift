/// What a store has of a queue, so that the next write is of what differs from it.
struct KeptQueue: Sendable {
  /// Nothing, or nothing that is known.
  static let nothing = KeptQueue(queue: nil)

  let queue: PlayQueue?

  /// What leads from it to a queue as it is now, and what is kept once that is written.
  func changes(
    to player: QueuePlayer,
    at now: MonotonicInstant,
    registry: TrackRegistry
  ) -> (changes: QueueChanges, after: KeptQueue) {
    let status = player.queueStatus
    let new = status.queue
    var state = StoredQueueState(new.marks)
    state.position = status.playback.positionToKeep(at: now)
    return (changes(to: new, state, registry), KeptQueue(queue: new))
  }

  private func changes(
    to new: PlayQueue,
    _ state: StoredQueueState,
    _ registry: TrackRegistry
  ) -> QueueChanges {
    guard let old = queue else { return complete(new, state, registry) }
    let base = new.baseChanges(since: old)
    let gone = Set(
      base.isEmpty ? [] : old.baseChanges(since: new).changed.flatMap { $0.elements.map(\.id) }
    )
    let there = base.changed.flatMap(\.elements)
    // An entry is for ever what it was made of, so those that only moved need no row.
    let added = there.filter { !gone.contains($0.id) }
    guard added.count < new.count || base.isEmpty else { return complete(new, state, registry) }
    return QueueChanges(
      isComplete: false,
      state: state,
      entries: added,
      registry: registry,
      removedEntries: gone.subtracting(there.map(\.id)).map(\.number),
      base: StoredOrderChanges(base) { $0.id.number },
      shuffled: shuffledChanges(from: old, to: new)
    )
  }

  private func shuffledChanges(from old: PlayQueue, to new: PlayQueue) -> StoredOrderChanges {
    guard old.isShuffled || new.isShuffled else { return StoredOrderChanges() }
    guard new.isShuffled else { return StoredOrderChanges(isComplete: true) }
    return StoredOrderChanges(
      new.shuffledChanges(since: old.isShuffled ? old : nil),
      isComplete: !old.isShuffled
    ) { $0.number }
  }

  private func complete(
    _ queue: PlayQueue,
    _ state: StoredQueueState,
    _ registry: TrackRegistry
  ) -> QueueChanges {
    QueueChanges(
      isComplete: true,
      state: state,
      entries: queue.entries,
      registry: registry,
      removedEntries: [],
      base: StoredOrderChanges(queue.baseChanges(since: nil), isComplete: true) { $0.id.number },
      shuffled: StoredOrderChanges(
        queue.isShuffled ? queue.shuffledChanges(since: nil) : QueueChunkChanges(),
        isComplete: true
      ) { $0.number }
    )
  }
}

extension StoredOrderChanges {
  fileprivate init<Element>(
    _ changes: QueueChunkChanges<Element>,
    isComplete: Bool = false,
    number: (Element) -> UInt64
  ) {
    self.init(
      isComplete: isComplete,
      changed: changes.changed.map { chunk in
        StoredChunk(
          number: chunk.number,
          label: chunk.label,
          entries: chunk.elements.map(number)
        )
      },
      relabeled: changes.relabeled.map { StoredLabel(number: $0.number, label: $0.label) },
      removed: changes.removed
    )
  }
}

extension PlayerStatus {
  /// Where playback is to go on: where it stands, or, with nothing loaded, where it would begin.
  fileprivate func positionToKeep(at now: MonotonicInstant) -> Duration {
    activeMedia == nil ? resumeAt : position(at: now)
  }
}

// MARK: - Marks

extension StoredQueueState {
  init(_ marks: QueueMarks) {
    current = marks.current?.number
    isAtEnd = marks.isAtEnd
    repeatMode = marks.repeatMode
    isShuffled = marks.isShuffled
    upNext = [marks.upNextFirst, marks.upNextLast].compactMap { $0?.number }
    lastEntry = marks.lastNumber
    version = marks.version
  }
}

extension QueueMarks {
  init(_ state: StoredQueueState) {
    self.init()
    current = state.current.map(EntryID.init)
    isAtEnd = state.isAtEnd
    repeatMode = state.repeatMode
    isShuffled = state.isShuffled
    if state.upNext.count == 2 {
      upNextFirst = EntryID(number: state.upNext[0])
      upNextLast = EntryID(number: state.upNext[1])
    }
    lastNumber = state.lastEntry
    version = state.version
  }
}
